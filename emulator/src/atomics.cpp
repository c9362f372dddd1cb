// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <emulator/atomics.h>
#include <emulator/barriers.h>

#include <string_view>

#include "scheduler.hpp"
#include "watch/lifecycle.hpp"

namespace workshop::emulator {
namespace {

template <class T>
T add(T old, T value) {
    return static_cast<T>(old + value);
}
template <>
inline int add(int old, int value) {  // wraps around, as on a GPU
    return static_cast<int>(static_cast<unsigned>(old) + static_cast<unsigned>(value));
}
template <class T>
T subtract(T old, T value) {
    return static_cast<T>(static_cast<unsigned>(old) - static_cast<unsigned>(value));
}
template <class T>
T exchange(T, T value) {
    return value;
}
template <class T>
T minimum(T old, T value) {
    return value < old ? value : old;
}
template <class T>
T maximum(T old, T value) {
    return value > old ? value : old;
}
unsigned increment(unsigned old, unsigned limit) {
    return old >= limit ? 0 : old + 1;
}
unsigned decrement(unsigned old, unsigned limit) {
    return old == 0 || old > limit ? limit : old - 1;
}
template <class T>
T bitwise_and(T old, T value) {
    return old & value;
}
template <class T>
T bitwise_or(T old, T value) {
    return old | value;
}
template <class T>
T bitwise_xor(T old, T value) {
    return old ^ value;
}

/// Whether a function is atomic among the threads of one block only.
constexpr bool is_for_block(std::string_view name) {
    constexpr std::string_view scope = "_block";
    return name.size() > scope.size() && name.substr(name.size() - scope.size()) == scope;
}

}  // namespace
}  // namespace workshop::emulator

// What the checkers see of it: the line is that of the caller.
#define WORKSHOP_WATCH_ATOMIC(name, reads)                                                         \
    workshop::emulator::watch::atomic_access(                                                      \
        address, sizeof(*address), __builtin_return_address(0), __builtin_frame_address(0), reads, \
        workshop::emulator::is_for_block(#name))

#define WORKSHOP_ATOMIC(name, type, operation)                                   \
    type name(type* address, type value) {                                       \
        workshop::emulator::yield_in_spin(1);                                    \
        WORKSHOP_WATCH_ATOMIC(name, std::string_view(#operation) != "exchange"); \
        const type old = *address;                                               \
        *address = workshop::emulator::operation(old, value);                    \
        return old;                                                              \
    }
#define WORKSHOP_ATOMIC_COMPARE(name, type)              \
    type name(type* address, type compare, type value) { \
        workshop::emulator::yield_in_spin(1);            \
        WORKSHOP_WATCH_ATOMIC(name, true);               \
        const type old = *address;                       \
        if (old == compare) *address = value;            \
        return old;                                      \
    }
#include <emulator/atomic_list.h>

// Of 16-bit numbers and pairs of them. A pair is one access: each half of it is added in one piece.
#define WORKSHOP_ATOMIC_ADD(type, add)          \
    type atomicAdd(type* address, type value) { \
        workshop::emulator::yield_in_spin(1);   \
        WORKSHOP_WATCH_ATOMIC(atomicAdd, true); \
        const type old = *address;              \
        *address = add(old, value);             \
        return old;                             \
    }
WORKSHOP_ATOMIC_ADD(__half, __hadd)
WORKSHOP_ATOMIC_ADD(__half2, __hadd2)
WORKSHOP_ATOMIC_ADD(__nv_bfloat16, __hadd)
WORKSHOP_ATOMIC_ADD(__nv_bfloat162, __hadd2)
