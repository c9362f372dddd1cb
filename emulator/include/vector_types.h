// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once
// As in the CUDA Toolkit: programs ask for this macro.
#define __VECTOR_TYPES_H__

/// @file
/// @brief char1 ... double4, uint3 and dim3, laid out and aligned as in CUDA.
///
/// A GPU moves an aligned float4 with one 16-byte access. A plain struct of four floats is copied
/// member by member by a C++ compiler, so types whose size is a power of two copy themselves
/// through one machine word (or through two of 16 bytes). Constant expressions copy the members.

#include <emulator/wide_copy.h>

// Types with alignment larger than that of an element.
#define WORKSHOP_VECTOR_2(name, element, bytes, alignment)                         \
    struct alignas(alignment) name {                                               \
        element x, y;                                                              \
        name() = default;                                                          \
        constexpr name(element first, element second = 0) : x(first), y(second) {} \
        constexpr name(const name& other)                                          \
            : x(workshop::emulator::constant_only(other.x)),                       \
              y(workshop::emulator::constant_only(other.y)) {                      \
            if (!__builtin_is_constant_evaluated())                                \
                workshop::emulator::wide_copy<bytes>(this, &other);                \
        }                                                                          \
        constexpr name& operator=(const name& other) {                             \
            if (__builtin_is_constant_evaluated()) {                               \
                x = other.x, y = other.y;                                          \
            } else {                                                               \
                workshop::emulator::wide_copy<bytes>(this, &other);                \
            }                                                                      \
            return *this;                                                          \
        }                                                                          \
    };                                                                             \
    static_assert(sizeof(name) == bytes && alignof(name) == alignment, #name)

#define WORKSHOP_VECTOR_4(name, element, bytes, alignment)                                       \
    struct alignas(alignment) name {                                                             \
        element x, y, z, w;                                                                      \
        name() = default;                                                                        \
        constexpr name(element first, element second = 0, element third = 0, element fourth = 0) \
            : x(first), y(second), z(third), w(fourth) {}                                        \
        constexpr name(const name& other)                                                        \
            : x(workshop::emulator::constant_only(other.x)),                                     \
              y(workshop::emulator::constant_only(other.y)),                                     \
              z(workshop::emulator::constant_only(other.z)),                                     \
              w(workshop::emulator::constant_only(other.w)) {                                    \
            if (!__builtin_is_constant_evaluated())                                              \
                workshop::emulator::wide_copy<bytes>(this, &other);                              \
        }                                                                                        \
        constexpr name& operator=(const name& other) {                                           \
            if (__builtin_is_constant_evaluated()) {                                             \
                x = other.x, y = other.y, z = other.z, w = other.w;                              \
            } else {                                                                             \
                workshop::emulator::wide_copy<bytes>(this, &other);                              \
            }                                                                                    \
            return *this;                                                                        \
        }                                                                                        \
    };                                                                                           \
    static_assert(sizeof(name) == bytes && alignof(name) == alignment, #name)

// One and three elements are aligned as the element is, and move element by element on a GPU too.
#define WORKSHOP_VECTORS(name, element, bytes)                 \
    struct name##1 {                                           \
        element x;                                             \
    };                                                         \
    struct name##3 {                                           \
        element x, y, z;                                       \
    };                                                         \
    WORKSHOP_VECTOR_2(name##2, element, 2 * bytes, 2 * bytes); \
    WORKSHOP_VECTOR_4(name##4, element, 4 * bytes, (4 * bytes > 16 ? 16 : 4 * bytes))

WORKSHOP_VECTORS(char, signed char, 1);
WORKSHOP_VECTORS(uchar, unsigned char, 1);
WORKSHOP_VECTORS(short, short, 2);
WORKSHOP_VECTORS(ushort, unsigned short, 2);
WORKSHOP_VECTORS(int, int, 4);
WORKSHOP_VECTORS(uint, unsigned int, 4);
WORKSHOP_VECTORS(long, long, 8);
WORKSHOP_VECTORS(ulong, unsigned long, 8);
WORKSHOP_VECTORS(longlong, long long, 8);
WORKSHOP_VECTORS(ulonglong, unsigned long long, 8);
WORKSHOP_VECTORS(float, float, 4);
WORKSHOP_VECTORS(double, double, 8);

#undef WORKSHOP_VECTORS
#undef WORKSHOP_VECTOR_4
#undef WORKSHOP_VECTOR_2

/// @brief Sizes of grids and blocks; what is not given is 1.
struct dim3 {
    unsigned int x, y, z;
    constexpr dim3(unsigned int size_x = 1, unsigned int size_y = 1, unsigned int size_z = 1)
        : x(size_x), y(size_y), z(size_z) {}
    constexpr dim3(uint3 size) : x(size.x), y(size.y), z(size.z) {}
    constexpr operator uint3() const { return uint3{x, y, z}; }
};
