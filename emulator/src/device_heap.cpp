// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// malloc, free, new and delete in kernels: device memory, as on a GPU. The linker sends the calls
// of a program's own files here (--wrap, see emulator/CMakeLists.txt); outside kernels they go on
// to the host's functions.

#include "device_heap.hpp"

#include <emulator/runtime_api.h>

#include <cstdlib>
#include <mutex>
#include <new>
#include <unordered_map>

#include "api_messages.hpp"
#include "arena.hpp"
#include "profile/source_lines.hpp"
#include "scheduler.hpp"
#include "watch/memory_text.hpp"

namespace workshop::emulator {
namespace {

struct DeviceHeap {
    std::mutex mutex;
    std::unordered_map<const void*, HeapBlock> blocks;  ///< with those that were freed
    std::size_t used = 0;
    std::optional<FailedAllocation> failed;
    unsigned long long launch = 0;
};
DeviceHeap& heap() {
    static DeviceHeap& all = *new DeviceHeap;
    return all;
}

/// @param[in] pc where the call returns to
/// @return null when the heap is full, as on a GPU
void* heap_allocate(std::size_t bytes, const void* pc) {
    std::size_t limit = 0;
    cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize);
    DeviceHeap& all = heap();
    const std::lock_guard lock(all.mutex);
    const bool has_room = bytes <= limit && all.used <= limit - bytes;
    void* block =
        has_room ? device_arena().allocate(bytes == 0 ? 1 : bytes, false, false, true) : nullptr;
    if (block == nullptr) {
        all.failed = FailedAllocation{
            bytes, all.used, limit, pc, execution.block->index, execution.thread->number};
        return nullptr;
    }
    const auto allocation = device_arena().find(block);
    all.blocks[block] = HeapBlock{bytes,
                                  allocation ? allocation->number : 0,
                                  pc,
                                  nullptr,
                                  execution.block->index,
                                  execution.thread->number,
                                  {}};
    all.used += bytes;
    return block;
}

profile::SourcePlace line_of(const void* pc) {
    const std::uint64_t code = reinterpret_cast<std::uintptr_t>(pc) - 1;
    return profile::find_source_lines({code})[code];
}

std::string place_text(const void* pc) {
    const profile::SourcePlace place = line_of(pc);
    return place.file.empty() ? "an unknown line"
                              : shown_path(place.file) + ":" + std::to_string(place.line);
}

/// What is known of a pointer that cannot be freed.
std::vector<std::string> notes_of(const void* pointer) {
    auto allocation = device_arena().find(pointer);
    if (!allocation) allocation = device_arena().freed_block(pointer);
    const auto block = allocation ? heap_block(*allocation) : std::nullopt;
    if (!block) return {};
    const auto offset = static_cast<const char*>(pointer) - allocation->base;
    const std::string place =
        offset == 0
            ? std::string()
            : std::to_string(offset) + (offset == 1 ? " byte" : " bytes") + " behind the start of ";
    std::vector<std::string> notes = {"it is " + place + heap_text(*block)};
    if (block->freed_at != nullptr) notes.push_back("it was " + heap_freed_text(*block));
    return notes;
}

/// Why a pointer cannot be freed.
std::string cause_of(const void* pointer) {
    auto allocation = device_arena().find(pointer);
    if (!allocation) allocation = device_arena().freed_block(pointer);
    const auto block = allocation ? heap_block(*allocation) : std::nullopt;
    if (!block) return "memory of cudaMalloc or of the host";
    if (block->freed_at == nullptr) {
        return "a pointer into the memory: only the one that malloc() or new gave can be freed";
    }
    const HeapRelease& by = block->released;
    const uint3& own = execution.block->index;
    if (by.launch != heap().launch) return "an earlier launch has freed the memory";
    if (by.thread == execution.thread->number && by.block.x == own.x && by.block.y == own.y &&
        by.block.z == own.z) {
        return "the same thread frees the memory twice";
    }
    return "several threads free the same memory: one of them should";
}

[[noreturn]] void refuse_free(const void* pointer, const void* pc) {
    const bool freed = device_arena().was_freed(pointer);
    const profile::SourcePlace line = line_of(pc);
    Diagnostic diagnostic;
    diagnostic.file = shown_path(line.file);
    diagnostic.line = line.line;
    diagnostic.what =
        "memcheck: a kernel frees pointer " + address_text(pointer) +
        (freed ? ", which was freed before" : ", which no kernel got from malloc or new");
    diagnostic.where = thread_text(*current_thread());
    const std::string excerpt = watch::source_excerpt(line.file, line.line);
    if (!excerpt.empty()) diagnostic.notes.push_back(excerpt);
    for (const std::string& note : notes_of(pointer))
        diagnostic.notes.push_back(note);
    diagnostic.likely_cause = cause_of(pointer);
    diagnostic.next = "free in kernels what kernels have allocated, once";
    abandon(cudaErrorIllegalAddress, diagnostic);
}

/// The C library is about to end the program: it does not know the pointer.
void warn_of_host_free(const void* pointer, const void* pc) {
    const profile::SourcePlace line = line_of(pc);
    Diagnostic diagnostic;
    diagnostic.file = shown_path(line.file);
    diagnostic.line = line.line;
    diagnostic.what = "memcheck: the host frees pointer " + address_text(pointer) +
                      " with free() or delete; it is device memory";
    const std::string excerpt = watch::source_excerpt(line.file, line.line);
    if (!excerpt.empty()) diagnostic.notes.push_back(excerpt);
    diagnostic.next = "cudaFree for memory of cudaMalloc; what a kernel allocated, a kernel frees";
    report(diagnostic);
}

/// @param[in] pc where the call returns to
/// @return false when the memory is the host's, and so is the call
bool heap_release(void* pointer, const void* pc) {
    if (pointer == nullptr || (!in_kernel() && !device_arena().contains(pointer))) return false;
    bool known = false;
    {
        DeviceHeap& all = heap();
        const std::lock_guard lock(all.mutex);
        const auto block = all.blocks.find(pointer);
        known = in_kernel() && block != all.blocks.end() && block->second.freed_at == nullptr &&
                device_arena().release(pointer);
        if (known) {
            all.used -= block->second.bytes;
            block->second.freed_at = pc;
            block->second.released = {all.launch, execution.block->index, execution.thread->number};
        }
    }
    if (!known && in_kernel()) refuse_free(pointer, pc);
    if (!known) warn_of_host_free(pointer, pc);
    return known;
}

void* allocate(std::size_t bytes, const void* pc) {
    return in_kernel() ? heap_allocate(bytes, pc) : ::operator new(bytes);
}

}  // namespace

void forget_device_heap() {
    DeviceHeap& all = heap();
    const std::lock_guard lock(all.mutex);
    all.blocks.clear();
    all.used = 0;
}

std::optional<FailedAllocation> failed_allocation() {
    DeviceHeap& all = heap();
    const std::lock_guard lock(all.mutex);
    return all.failed;
}

void note_launch_for_heap() {
    DeviceHeap& all = heap();
    const std::lock_guard lock(all.mutex);
    all.failed.reset();
    ++all.launch;
}

std::string failed_text(const FailedAllocation& failed) {
    const bool heap_is_full = failed.bytes > failed.limit - failed.in_use;
    const std::string what = "malloc() or new at " + place_text(failed.at) +
                             " gave a null pointer: it asked for " + std::to_string(failed.bytes) +
                             " bytes, and ";
    if (!heap_is_full) return what + "device memory has no room for them";
    return what + "the heap of kernels has " + std::to_string(failed.limit) + " bytes, " +
           std::to_string(failed.in_use) + " of them in use";
}

std::optional<HeapBlock> heap_block(const Allocation& allocation) {
    DeviceHeap& all = heap();
    const std::lock_guard lock(all.mutex);
    const auto block = all.blocks.find(allocation.base);
    // Another allocation may have got the place of one that was freed.
    if (block == all.blocks.end() || block->second.number != allocation.number) return std::nullopt;
    return block->second;
}

std::string heap_text(const HeapBlock& block) {
    return std::to_string(block.bytes) + (block.bytes == 1 ? " byte" : " bytes") +
           " that a kernel allocated at " + place_text(block.allocated_at);
}

std::string heap_freed_text(const HeapBlock& block) {
    return block.freed_at == nullptr ? std::string() : "freed at " + place_text(block.freed_at);
}

}  // namespace workshop::emulator

using workshop::emulator::heap_allocate;
using workshop::emulator::heap_release;
using workshop::emulator::in_kernel;

extern "C" {

void* __wrap_malloc(std::size_t bytes) {
    return in_kernel() ? heap_allocate(bytes, __builtin_return_address(0)) : std::malloc(bytes);
}
void __wrap_free(void* pointer) {
    if (!heap_release(pointer, __builtin_return_address(0))) std::free(pointer);
}
// operator new, new[], delete, delete[]; the deletes also with the size.
void* __wrap__Znwm(std::size_t bytes) {
    return workshop::emulator::allocate(bytes, __builtin_return_address(0));
}
void* __wrap__Znam(std::size_t bytes) {
    return workshop::emulator::allocate(bytes, __builtin_return_address(0));
}
void __wrap__ZdlPv(void* pointer) {
    if (!heap_release(pointer, __builtin_return_address(0))) ::operator delete(pointer);
}
void __wrap__ZdaPv(void* pointer) {
    if (!heap_release(pointer, __builtin_return_address(0))) ::operator delete[](pointer);
}
// The host's with a size do the same as those without; clang++ has them only on request.
void __wrap__ZdlPvm(void* pointer, std::size_t) {
    if (!heap_release(pointer, __builtin_return_address(0))) ::operator delete(pointer);
}
void __wrap__ZdaPvm(void* pointer, std::size_t) {
    if (!heap_release(pointer, __builtin_return_address(0))) ::operator delete[](pointer);
}

}  // extern "C"
