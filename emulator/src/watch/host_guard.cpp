// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "host_guard.hpp"

#include <sys/mman.h>

#include <csignal>
#include <mutex>

#include "../arena.hpp"
#include "../diagnostics.hpp"
#include "../faults.hpp"
#include "../program_code.hpp"
#include "../symbolizer.hpp"
#include "lifecycle.hpp"
#include "memory_text.hpp"
#include "settings.hpp"

namespace workshop::emulator::watch {
namespace {

/// With protection keys of memory a thread opens and closes the pages by a register. Without them
/// the system has to do it, page by page: then only little memory is closed.
constexpr std::size_t most_without_keys = std::size_t{1} << 20;

struct Guard {
    std::mutex mutex;
    bool prepared = false;
    int key = -1;  ///< -1: there are no keys
    int managed = 0;
    // Without keys.
    int users = 0;
    std::size_t closed_bytes = 0;
};
Guard& guard() {
    static Guard& one = *new Guard;
    return one;
}

thread_local int depth = 0;  ///< of DeviceAccess, in this OS thread

struct sigaction previous;

/// Says what is at an address, and what the host most likely wanted there.
void explain_place(const void* address, Diagnostic& diagnostic) {
    const Arena& arena = device_arena();
    const auto freed = arena.freed_block(address);
    const auto live = arena.find(address);
    const auto meant = freed ? freed : live ? live : arena.nearest(address);
    const bool managed = meant && meant->managed;
    const auto number = reinterpret_cast<std::uintptr_t>(address);
    if (managed && !freed && !live) {
        Finding beside;
        beside.address = number;
        beside.bytes = 0;
        beside.meant = meant;
        for (std::string& note : distance_text(beside))
            diagnostic.notes.push_back(note);
    } else {
        diagnostic.notes.push_back("the address is " + place_text(Space::global, number, 4));
    }
    if (!managed) {
        diagnostic.likely_cause =
            "a pointer of cudaMalloc used like one of new or std::vector, or a kernel that is "
            "called without <<<grid, block>>>";
        diagnostic.next = "copy with cudaMemcpy first; only kernels can use device memory directly";
    } else if (freed) {
        diagnostic.what = "memcheck: the host uses managed memory that was freed";
        diagnostic.likely_cause = "cudaFree before the last use of memory of cudaMallocManaged";
        diagnostic.next = "free it later, or forget the pointer when it is freed";
    } else {
        diagnostic.what = "memcheck: the host uses an address outside of managed memory";
        diagnostic.likely_cause = "an index outside an array of cudaMallocManaged";
        diagnostic.next = "compare the index with the size before the access";
    }
}

void explain(const void* address) {
    workshop::emulator::Fault fault;
    find_program_code();
    capture_frames(fault);
    const SourceLine line = own_source_line(fault);
    Diagnostic diagnostic;
    diagnostic.file = line.file;
    diagnostic.line = line.line;
    diagnostic.what = "memcheck: the host follows a pointer to device memory";
    const std::string excerpt = source_excerpt(line.file, line.line);
    if (!excerpt.empty()) diagnostic.notes.push_back(excerpt);
    explain_place(address, diagnostic);
    report(diagnostic);
}

/// Explains the crash once, and lets it happen.
void on_segment_violation(int signal, siginfo_t* info, void* context) {
    sigaction(SIGSEGV, &previous, nullptr);
    if (device_arena().contains(info->si_addr)) {
        explain(info->si_addr);
    } else if ((previous.sa_flags & SA_SIGINFO) != 0) {
        previous.sa_sigaction(signal, info, context);
    }
}

char* arena_start() {
    return const_cast<char*>(device_arena().start());
}

/// Pages with the key, or without one.
void set_key(int key) {
    (void)pkey_mprotect(arena_start(), device_arena().capacity(), PROT_READ | PROT_WRITE, key);
}

/// Call with the mutex held.
void prepare() {
    Guard& all = guard();
    if (all.prepared || arena_start() == nullptr) return;
    all.prepared = true;
    struct sigaction action {};
    action.sa_sigaction = on_segment_violation;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &previous);
    all.key = pkey_alloc(0, 0);
    if (all.key >= 0 && all.managed == 0) set_key(all.key);
}

/// Without keys. Call with the mutex held.
void protect(bool close) {
    Guard& all = guard();
    const std::size_t used = device_arena().used_bytes();
    const std::size_t bytes = close ? (used <= most_without_keys ? used : 0) : all.closed_bytes;
    if (bytes == 0) return;
    const int protection = close ? PROT_NONE : PROT_READ | PROT_WRITE;
    if (mprotect(arena_start(), bytes, protection) == 0) all.closed_bytes = close ? bytes : 0;
}

bool wanted_now() {
    return watching() && checkers().memcheck;
}

}  // namespace

DeviceAccess::DeviceAccess() {
    if (!wanted_now() || depth++ > 0) return;
    Guard& all = guard();
    const std::lock_guard lock(all.mutex);
    prepare();
    if (all.key >= 0) {
        pkey_set(all.key, 0);
    } else if (all.users++ == 0) {
        protect(false);
    }
}

DeviceAccess::~DeviceAccess() {
    if (!wanted_now() || --depth > 0) return;
    Guard& all = guard();
    const std::lock_guard lock(all.mutex);
    if (all.key >= 0) {
        pkey_set(all.key, PKEY_DISABLE_ACCESS);
    } else if (--all.users == 0 && all.managed == 0) {
        protect(true);
    }
}

void count_managed(int change) {
    Guard& all = guard();
    const std::lock_guard lock(all.mutex);
    all.managed += change;
    const bool first_or_none = all.managed == (change > 0 ? 1 : 0);
    if (all.key >= 0 && first_or_none) set_key(change > 0 ? 0 : all.key);
}

}  // namespace workshop::emulator::watch
