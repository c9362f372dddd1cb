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
#include "scheduler.hpp"

namespace workshop::emulator {
namespace {

struct DeviceHeap {
    std::mutex mutex;
    std::unordered_map<const void*, std::size_t> blocks;
    std::size_t used = 0;
};
DeviceHeap& heap() {
    static DeviceHeap& all = *new DeviceHeap;
    return all;
}

/// @return null when the heap is full, as on a GPU
void* heap_allocate(std::size_t bytes) {
    std::size_t limit = 0;
    cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize);
    DeviceHeap& all = heap();
    const std::lock_guard lock(all.mutex);
    if (bytes > limit || all.used > limit - bytes) return nullptr;
    void* block = device_arena().allocate(bytes == 0 ? 1 : bytes);
    if (block == nullptr) return nullptr;
    all.blocks[block] = bytes;
    all.used += bytes;
    return block;
}

[[noreturn]] void refuse_free(const void* pointer) {
    const bool freed = device_arena().was_freed(pointer);
    Diagnostic diagnostic;
    diagnostic.what =
        "memcheck: a kernel frees pointer " + address_text(pointer) +
        (freed ? ", which was freed before" : ", which no kernel got from malloc or new");
    diagnostic.where = thread_text(*current_thread());
    diagnostic.likely_cause = freed ? "several threads free the same memory: one of them should"
                                    : "memory of cudaMalloc or of the host";
    diagnostic.next = "free in kernels what kernels have allocated, once";
    abandon(cudaErrorIllegalAddress, diagnostic);
}

/// @return false when the memory is the host's, and so is the call
bool heap_release(void* pointer) {
    if (pointer == nullptr || (!in_kernel() && !device_arena().contains(pointer))) return false;
    bool known = false;
    {
        DeviceHeap& all = heap();
        const std::lock_guard lock(all.mutex);
        const auto block = all.blocks.find(pointer);
        known = block != all.blocks.end();
        if (known) {
            all.used -= block->second;
            all.blocks.erase(block);
            device_arena().release(pointer);
        }
    }
    if (!known && in_kernel()) refuse_free(pointer);
    return known;
}

void* allocate(std::size_t bytes) {
    return in_kernel() ? heap_allocate(bytes) : ::operator new(bytes);
}

}  // namespace

void forget_device_heap() {
    DeviceHeap& all = heap();
    const std::lock_guard lock(all.mutex);
    all.blocks.clear();
    all.used = 0;
}

}  // namespace workshop::emulator

using workshop::emulator::heap_allocate;
using workshop::emulator::heap_release;
using workshop::emulator::in_kernel;

extern "C" {

void* __wrap_malloc(std::size_t bytes) {
    return in_kernel() ? heap_allocate(bytes) : std::malloc(bytes);
}
void __wrap_free(void* pointer) {
    if (!heap_release(pointer)) std::free(pointer);
}
// operator new, new[], delete, delete[]; the deletes also with the size.
void* __wrap__Znwm(std::size_t bytes) {
    return workshop::emulator::allocate(bytes);
}
void* __wrap__Znam(std::size_t bytes) {
    return workshop::emulator::allocate(bytes);
}
void __wrap__ZdlPv(void* pointer) {
    if (!heap_release(pointer)) ::operator delete(pointer);
}
void __wrap__ZdaPv(void* pointer) {
    if (!heap_release(pointer)) ::operator delete[](pointer);
}
// The host's with a size do the same as those without; clang++ has them only on request.
void __wrap__ZdlPvm(void* pointer, std::size_t) {
    if (!heap_release(pointer)) ::operator delete(pointer);
}
void __wrap__ZdaPvm(void* pointer, std::size_t) {
    if (!heap_release(pointer)) ::operator delete[](pointer);
}

}  // extern "C"
