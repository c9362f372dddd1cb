// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// What g++ makes of __atomic_* and std::atomic in a watched file: calls that have to do the
// operation themselves.

#include <cstdint>

#include "../scheduler.hpp"
#include "hot.hpp"
#include "lifecycle.hpp"
#include "ordering.hpp"
#include "slow_checks.hpp"

using namespace workshop::emulator::watch;

namespace {

/// @param[in] order a memory order of C++; more than relaxed is a fence too
void strong_access(volatile void* address, std::size_t bytes, AccessKind kind, int order,
                   const void* pc, const void* frame) {
    if (!on_kernel_thread()) return;
    workshop::emulator::yield_in_spin(1);
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    check_any(place, bytes, kind, pc, reinterpret_cast<std::uintptr_t>(frame), true, false);
    order_strong_access(place, order != __ATOMIC_RELAXED, kind != AccessKind::read);
}

}  // namespace

#define WORKSHOP_ATOMIC_ENTRY(kind, order)                                                         \
    strong_access(address, sizeof(*address), AccessKind::kind, order, __builtin_return_address(0), \
                  __builtin_frame_address(0))
#define WORKSHOP_ATOMIC_UPDATE(bits, type, name, builtin)                              \
    __attribute__((visibility("default")))                                             \
    type __tsan_atomic##bits##_##name(volatile type* address, type value, int order) { \
        WORKSHOP_ATOMIC_ENTRY(atomic, order);                                          \
        return builtin(address, value, __ATOMIC_SEQ_CST);                              \
    }
#define WORKSHOP_ATOMIC_COMPARE_EXCHANGE(bits, type, name)                                    \
    __attribute__((visibility("default"))) int __tsan_atomic##bits##_##name(                  \
        volatile type* address, type* expected, type value, int order, int) {                 \
        WORKSHOP_ATOMIC_ENTRY(atomic, order);                                                 \
        return __atomic_compare_exchange_n(address, expected, value, false, __ATOMIC_SEQ_CST, \
                                           __ATOMIC_SEQ_CST);                                 \
    }
#define WORKSHOP_ATOMIC_HOOKS(bits, type)                                                         \
    __attribute__((visibility("default")))                                                        \
    type __tsan_atomic##bits##_load(const volatile type* address, int order) {                    \
        strong_access(const_cast<volatile type*>(address), sizeof(type), AccessKind::read, order, \
                      __builtin_return_address(0), __builtin_frame_address(0));                   \
        return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                        \
    }                                                                                             \
    __attribute__((visibility("default"))) void __tsan_atomic##bits##_store(                      \
        volatile type* address, type value, int order) {                                          \
        WORKSHOP_ATOMIC_ENTRY(write, order);                                                      \
        __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                       \
    }                                                                                             \
    WORKSHOP_ATOMIC_UPDATE(bits, type, exchange, __atomic_exchange_n)                             \
    WORKSHOP_ATOMIC_UPDATE(bits, type, fetch_add, __atomic_fetch_add)                             \
    WORKSHOP_ATOMIC_UPDATE(bits, type, fetch_sub, __atomic_fetch_sub)                             \
    WORKSHOP_ATOMIC_UPDATE(bits, type, fetch_and, __atomic_fetch_and)                             \
    WORKSHOP_ATOMIC_UPDATE(bits, type, fetch_or, __atomic_fetch_or)                               \
    WORKSHOP_ATOMIC_UPDATE(bits, type, fetch_xor, __atomic_fetch_xor)                             \
    WORKSHOP_ATOMIC_UPDATE(bits, type, fetch_nand, __atomic_fetch_nand)                           \
    WORKSHOP_ATOMIC_COMPARE_EXCHANGE(bits, type, compare_exchange_strong)                         \
    WORKSHOP_ATOMIC_COMPARE_EXCHANGE(bits, type, compare_exchange_weak)                           \
    __attribute__((visibility("default"))) type __tsan_atomic##bits##_compare_exchange_val(       \
        volatile type* address, type expected, type value, int order, int) {                      \
        WORKSHOP_ATOMIC_ENTRY(atomic, order);                                                     \
        __atomic_compare_exchange_n(address, &expected, value, false, __ATOMIC_SEQ_CST,           \
                                    __ATOMIC_SEQ_CST);                                            \
        return expected;                                                                          \
    }

extern "C" {
WORKSHOP_ATOMIC_HOOKS(8, std::uint8_t)
WORKSHOP_ATOMIC_HOOKS(16, std::uint16_t)
WORKSHOP_ATOMIC_HOOKS(32, std::uint32_t)
WORKSHOP_ATOMIC_HOOKS(64, std::uint64_t)

__attribute__((visibility("default"))) void __tsan_atomic_thread_fence(int) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    fence(true);
}
__attribute__((visibility("default"))) void __tsan_atomic_signal_fence(int) {}
}
