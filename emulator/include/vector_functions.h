// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief make_float4(x, y, z, w) and its kin.

#include <vector_types.h>

#define WORKSHOP_MAKE_VECTORS(name, element)                                       \
    constexpr name##1 make_##name##1(element x) {                                  \
        return name##1 {x};                                                        \
    }                                                                              \
    constexpr name##2 make_##name##2(element x, element y) {                       \
        return name##2 {x, y};                                                     \
    }                                                                              \
    constexpr name##3 make_##name##3(element x, element y, element z) {            \
        return name##3 {x, y, z};                                                  \
    }                                                                              \
    constexpr name##4 make_##name##4(element x, element y, element z, element w) { \
        return name##4 {x, y, z, w};                                               \
    }

WORKSHOP_MAKE_VECTORS(char, signed char)
WORKSHOP_MAKE_VECTORS(uchar, unsigned char)
WORKSHOP_MAKE_VECTORS(short, short)
WORKSHOP_MAKE_VECTORS(ushort, unsigned short)
WORKSHOP_MAKE_VECTORS(int, int)
WORKSHOP_MAKE_VECTORS(uint, unsigned int)
WORKSHOP_MAKE_VECTORS(long, long)
WORKSHOP_MAKE_VECTORS(ulong, unsigned long)
WORKSHOP_MAKE_VECTORS(longlong, long long)
WORKSHOP_MAKE_VECTORS(ulonglong, unsigned long long)
WORKSHOP_MAKE_VECTORS(float, float)
WORKSHOP_MAKE_VECTORS(double, double)

#undef WORKSHOP_MAKE_VECTORS
