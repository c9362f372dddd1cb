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

struct Guard {
    std::mutex mutex;
    int users = 0;
    int managed = 0;
    bool closed = false;
    bool handler_set = false;
};
Guard& guard() {
    static Guard& one = *new Guard;
    return one;
}

struct sigaction previous;

void explain(const void* address) {
    workshop::emulator::Fault fault;
    find_program_code();
    capture_frames(fault);
    const SourceLine line = own_source_line(fault);
    Diagnostic diagnostic;
    diagnostic.file = line.file;
    diagnostic.line = line.line;
    diagnostic.what = "memcheck: the host follows a pointer to device memory";
    const auto number = reinterpret_cast<std::uintptr_t>(address);
    const std::string excerpt = source_excerpt(line.file, line.line);
    if (!excerpt.empty()) diagnostic.notes.push_back(excerpt);
    diagnostic.notes.push_back("the address is " + place_text(Space::global, number, 4));
    diagnostic.likely_cause = "a pointer of cudaMalloc used like one of new or std::vector";
    diagnostic.next = "copy with cudaMemcpy first; only kernels can use device memory directly";
    report(diagnostic);
}

/// Explains the crash once, and lets it happen.
void on_segment_violation(int signal, siginfo_t* info, void* context) {
    sigaction(SIGSEGV, &previous, nullptr);
    if (guard().closed && device_arena().contains(info->si_addr)) {
        explain(info->si_addr);
    } else if ((previous.sa_flags & SA_SIGINFO) != 0) {
        previous.sa_sigaction(signal, info, context);
    }
}

void set_handler() {
    Guard& all = guard();
    if (all.handler_set) return;
    all.handler_set = true;
    struct sigaction action {};
    action.sa_sigaction = on_segment_violation;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(SIGSEGV, &action, &previous);
}

/// Call with the mutex held.
void set_closed(bool closed) {
    Guard& all = guard();
    if (all.closed == closed) return;
    const Arena& arena = device_arena();
    const int protection = closed ? PROT_NONE : PROT_READ | PROT_WRITE;
    auto* start = const_cast<char*>(arena.start());
    if (start == nullptr || mprotect(start, arena.capacity(), protection) != 0) return;
    all.closed = closed;
}

}  // namespace

DeviceAccess::DeviceAccess() {
    if (!watching() || !checkers().memcheck) return;
    Guard& all = guard();
    const std::lock_guard lock(all.mutex);
    ++all.users;
    set_closed(false);
}

DeviceAccess::~DeviceAccess() {
    if (!watching() || !checkers().memcheck) return;
    Guard& all = guard();
    const std::lock_guard lock(all.mutex);
    if (--all.users > 0 || all.managed > 0) return;
    set_handler();
    set_closed(true);
}

void count_managed(int change) {
    Guard& all = guard();
    const std::lock_guard lock(all.mutex);
    all.managed += change;
}

}  // namespace workshop::emulator::watch
