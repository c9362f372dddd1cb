// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// The functions that a watched kernel calls: g++ puts the calls in, for -fsanitize=thread and
// -fsanitize-coverage=trace-pc. The names are those of ThreadSanitizer's runtime, which is not
// linked. In host code of the same file they return at once. Those that are called most are in
// fast_hooks.cpp.

#include <cstring>

#include "../scheduler.hpp"
#include "access_check.hpp"
#include "fast_hooks.hpp"
#include "hot.hpp"
#include "lifecycle.hpp"
#include "ordering.hpp"

using namespace workshop::emulator::watch;

#define WORKSHOP_HOOK extern "C" __attribute__((visibility("default"))) void
#define WORKSHOP_PLACE reinterpret_cast<std::uintptr_t>(address), __builtin_return_address(0)
#define WORKSHOP_HERE WORKSHOP_PLACE, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0))

WORKSHOP_HOOK __tsan_init() {
    program_is_watched();
}

WORKSHOP_HOOK __tsan_func_entry(void*) {
    if (!on_kernel_thread()) return;
    hot.kernel_watched = true;
    if (hot.sink != nullptr) hot.sink->on_call();
}
WORKSHOP_HOOK __tsan_func_exit() {
    if (on_kernel_thread() && hot.sink != nullptr) hot.sink->on_return();
}

#define WORKSHOP_CHECKS(bytes)                                                 \
    void workshop_check_read##bytes(std::uintptr_t address, const void* pc) {  \
        look_closely<bytes, false>(address, pc);                               \
    }                                                                          \
    void workshop_check_write##bytes(std::uintptr_t address, const void* pc) { \
        look_closely<bytes, true>(address, pc);                                \
    }
extern "C" {
WORKSHOP_CHECKS(4)
WORKSHOP_CHECKS(8)
WORKSHOP_CHECKS(16)
void workshop_deliver_basic_block(const void* pc) {
    hot.sink->on_basic_block(pc);
}
}

#define WORKSHOP_ACCESS_HOOKS(bytes)                                                      \
    WORKSHOP_HOOK __tsan_unaligned_read##bytes(void* address) {                           \
        if (on_kernel_thread()) check_unaligned(bytes, AccessKind::read, WORKSHOP_HERE);  \
    }                                                                                     \
    WORKSHOP_HOOK __tsan_unaligned_write##bytes(void* address) {                          \
        if (on_kernel_thread()) check_unaligned(bytes, AccessKind::write, WORKSHOP_HERE); \
    }                                                                                     \
    WORKSHOP_HOOK __tsan_volatile_read##bytes(void* address) {                            \
        if (on_kernel_thread()) check_volatile(bytes, AccessKind::read, WORKSHOP_HERE);   \
    }                                                                                     \
    WORKSHOP_HOOK __tsan_volatile_write##bytes(void* address) {                           \
        if (on_kernel_thread()) check_volatile(bytes, AccessKind::write, WORKSHOP_HERE);  \
    }                                                                                     \
    WORKSHOP_HOOK __tsan_unaligned_volatile_read##bytes(void* address) {                  \
        if (on_kernel_thread()) check_unaligned(bytes, AccessKind::read, WORKSHOP_HERE);  \
    }                                                                                     \
    WORKSHOP_HOOK __tsan_unaligned_volatile_write##bytes(void* address) {                 \
        if (on_kernel_thread()) check_unaligned(bytes, AccessKind::write, WORKSHOP_HERE); \
    }

namespace {

/// The compiler knows that the address need not be aligned, as nvcc would: not an error.
void check_unaligned(std::size_t bytes, AccessKind kind, std::uintptr_t address, const void* pc,
                     std::uintptr_t frame) {
    for (std::size_t i = 0; i < bytes; ++i)
        check_any(address + i, 1, kind, pc, frame, false, false);
}

/// Volatile accesses of global memory are strong: threads may talk through them. In shared memory
/// they count as ordinary ones, as for compute-sanitizer.
void check_volatile(std::size_t bytes, AccessKind kind, std::uintptr_t address, const void* pc,
                    std::uintptr_t frame) {
    if (kind == AccessKind::read) workshop::emulator::yield_in_spin(1);
    const bool shared = is_shared(address);
    check_any(address, bytes, kind, pc, frame, !shared, false);
    order_strong_access(address, false, kind == AccessKind::write);
}

}  // namespace

WORKSHOP_HOOK __tsan_read1(void* address) {
    look_closely<1, false>(WORKSHOP_PLACE);
}
WORKSHOP_HOOK __tsan_write1(void* address) {
    look_closely<1, true>(WORKSHOP_PLACE);
}
WORKSHOP_HOOK __tsan_read2(void* address) {
    look_closely<2, false>(WORKSHOP_PLACE);
}
WORKSHOP_HOOK __tsan_write2(void* address) {
    look_closely<2, true>(WORKSHOP_PLACE);
}
WORKSHOP_ACCESS_HOOKS(1)
WORKSHOP_ACCESS_HOOKS(2)
WORKSHOP_ACCESS_HOOKS(4)
WORKSHOP_ACCESS_HOOKS(8)
WORKSHOP_ACCESS_HOOKS(16)

// Objects that are copied as a whole.
WORKSHOP_HOOK __tsan_read_range(void* address, unsigned long bytes) {
    if (!on_kernel_thread()) return;
    const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    check_any(reinterpret_cast<std::uintptr_t>(address), bytes, AccessKind::read,
              __builtin_return_address(0), frame, false, true);
}
WORKSHOP_HOOK __tsan_write_range(void* address, unsigned long bytes) {
    if (!on_kernel_thread()) return;
    const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    check_any(reinterpret_cast<std::uintptr_t>(address), bytes, AccessKind::write,
              __builtin_return_address(0), frame, false, true);
}

// The pointer to the table of virtual functions.
WORKSHOP_HOOK __tsan_vptr_update(void* address, void*) {
    look_closely<8, true>(WORKSHOP_PLACE);
}
WORKSHOP_HOOK __tsan_vptr_read(void* address) {
    look_closely<8, false>(WORKSHOP_PLACE);
}

// memcpy and its kin in a watched file are calls of these: the flags of such files say so.
extern "C" {
__attribute__((visibility("default"))) void* workshop_watched_memcpy(void* to, const void* from,
                                                                     std::size_t bytes) {
    if (on_kernel_thread())
        watch_copy(to, from, bytes, __builtin_return_address(0), __builtin_frame_address(0));
    return std::memcpy(to, from, bytes);
}
__attribute__((visibility("default"))) void* workshop_watched_memmove(void* to, const void* from,
                                                                      std::size_t bytes) {
    if (on_kernel_thread())
        watch_copy(to, from, bytes, __builtin_return_address(0), __builtin_frame_address(0));
    return std::memmove(to, from, bytes);
}
__attribute__((visibility("default"))) void* workshop_watched_memset(void* to, int value,
                                                                     std::size_t bytes) {
    if (on_kernel_thread())
        watch_copy(to, nullptr, bytes, __builtin_return_address(0), __builtin_frame_address(0));
    return std::memset(to, value, bytes);
}
}
