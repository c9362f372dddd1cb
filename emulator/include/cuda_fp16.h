// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief __half and __half2: IEEE binary16, 11 significant bits, largest finite value 65504.

#include <cuda_runtime.h>

#include <emulator/format16.h>

#define WORKSHOP_FORMAT workshop::emulator::format_half
#define WORKSHOP_HALF __half
#define WORKSHOP_HALF_RAW __half_raw
#define WORKSHOP_HALF2 __half2
#define WORKSHOP_HALF2_RAW __half2_raw
#include <emulator/half_type.h>
// The arithmetic builds on the type.
#include <emulator/half_arithmetic.h>
#include <emulator/half_pair.h>
#undef WORKSHOP_FORMAT
#undef WORKSHOP_HALF
#undef WORKSHOP_HALF_RAW
#undef WORKSHOP_HALF2
#undef WORKSHOP_HALF2_RAW

using half = __half;
using half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;

#define WORKSHOP_HALF_ROUNDED(suffix, direction)                                               \
    inline __half __float2half_##suffix(float value) {                                         \
        return __half::from_bits(workshop::emulator::narrow(                                   \
            static_cast<double>(value), workshop::emulator::format_half,                       \
            workshop::emulator::Rounding::direction));                                         \
    }                                                                                          \
    inline __half __int2half_##suffix(int value) {                                             \
        return __half::from_bits(workshop::emulator::narrow(                                   \
            value, workshop::emulator::format_half, workshop::emulator::Rounding::direction)); \
    }                                                                                          \
    inline __half __uint2half_##suffix(unsigned int value) {                                   \
        return __half::from_bits(workshop::emulator::narrow(                                   \
            value, workshop::emulator::format_half, workshop::emulator::Rounding::direction)); \
    }                                                                                          \
    inline int __half2int_##suffix(__half value) {                                             \
        return __float2int_##suffix(value);                                                    \
    }                                                                                          \
    inline unsigned int __half2uint_##suffix(__half value) {                                   \
        return __float2uint_##suffix(value);                                                   \
    }
WORKSHOP_HALF_ROUNDED(rn, nearest)
WORKSHOP_HALF_ROUNDED(rz, zero)
WORKSHOP_HALF_ROUNDED(ru, up)
WORKSHOP_HALF_ROUNDED(rd, down)
#undef WORKSHOP_HALF_ROUNDED

inline __half __float2half(float value) {
    return __float2half_rn(value);
}
inline __half __double2half(double value) {
    return __half(value);
}
inline float __half2float(__half value) {
    return value;
}
inline __half2 __float2half2_rn(float value) {
    return __half2(__float2half_rn(value), __float2half_rn(value));
}
inline __half2 __floats2half2_rn(float low, float high) {
    return __half2(__float2half_rn(low), __float2half_rn(high));
}
inline __half2 __float22half2_rn(float2 value) {
    return __floats2half2_rn(value.x, value.y);
}
inline float2 __half22float2(__half2 value) {
    return float2(value.x, value.y);
}
inline __half2 __half2half2(__half value) {
    return __half2(value, value);
}
inline __half2 __halves2half2(__half low, __half high) {
    return __half2(low, high);
}
inline __half2 make_half2(__half low, __half high) {
    return __half2(low, high);
}
inline __half __low2half(__half2 value) {
    return value.x;
}
inline __half __high2half(__half2 value) {
    return value.y;
}
inline __half2 __low2half2(__half2 value) {
    return __half2(value.x, value.x);
}
inline __half2 __high2half2(__half2 value) {
    return __half2(value.y, value.y);
}
inline __half2 __lowhigh2highlow(__half2 value) {
    return __half2(value.y, value.x);
}
inline __half2 __lows2half2(__half2 a, __half2 b) {
    return __half2(a.x, b.x);
}
inline __half2 __highs2half2(__half2 a, __half2 b) {
    return __half2(a.y, b.y);
}
inline short __half_as_short(__half value) {
    return static_cast<short>(value.bits());
}
inline unsigned short __half_as_ushort(__half value) {
    return value.bits();
}
inline __half __short_as_half(short bits) {
    return __half::from_bits(static_cast<unsigned short>(bits));
}
inline __half __ushort_as_half(unsigned short bits) {
    return __half::from_bits(bits);
}

#define CUDART_INF_FP16 __ushort_as_half(static_cast<unsigned short>(0x7C00U))
#define CUDART_NAN_FP16 __ushort_as_half(static_cast<unsigned short>(0x7FFFU))
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(static_cast<unsigned short>(0x7BFFU))
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(static_cast<unsigned short>(0x0001U))
#define CUDART_ONE_FP16 __ushort_as_half(static_cast<unsigned short>(0x3C00U))
#define CUDART_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x0000U))
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(static_cast<unsigned short>(0x8000U))
