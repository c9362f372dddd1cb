// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief __nv_bfloat16 and __nv_bfloat162: the upper half of a float, 8 significant bits.

#include <cuda_runtime.h>

#include <emulator/format16.h>

#define WORKSHOP_FORMAT workshop::emulator::format_bfloat16
#define WORKSHOP_HALF __nv_bfloat16
#define WORKSHOP_HALF_RAW __nv_bfloat16_raw
#define WORKSHOP_HALF2 __nv_bfloat162
#define WORKSHOP_HALF2_RAW __nv_bfloat162_raw
#include <emulator/half_type.h>
// The arithmetic builds on the type.
#include <emulator/half_arithmetic.h>
#include <emulator/half_pair.h>
#undef WORKSHOP_FORMAT
#undef WORKSHOP_HALF
#undef WORKSHOP_HALF_RAW
#undef WORKSHOP_HALF2
#undef WORKSHOP_HALF2_RAW

using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

#define WORKSHOP_BFLOAT16_ROUNDED(suffix, direction)                                               \
    inline __nv_bfloat16 __float2bfloat16_##suffix(float value) {                                  \
        return __nv_bfloat16::from_bits(workshop::emulator::narrow(                                \
            static_cast<double>(value), workshop::emulator::format_bfloat16,                       \
            workshop::emulator::Rounding::direction));                                             \
    }                                                                                              \
    inline __nv_bfloat16 __int2bfloat16_##suffix(int value) {                                      \
        return __nv_bfloat16::from_bits(workshop::emulator::narrow(                                \
            value, workshop::emulator::format_bfloat16, workshop::emulator::Rounding::direction)); \
    }                                                                                              \
    inline __nv_bfloat16 __uint2bfloat16_##suffix(unsigned int value) {                            \
        return __nv_bfloat16::from_bits(workshop::emulator::narrow(                                \
            value, workshop::emulator::format_bfloat16, workshop::emulator::Rounding::direction)); \
    }                                                                                              \
    inline int __bfloat162int_##suffix(__nv_bfloat16 value) {                                      \
        return __float2int_##suffix(value);                                                        \
    }                                                                                              \
    inline unsigned int __bfloat162uint_##suffix(__nv_bfloat16 value) {                            \
        return __float2uint_##suffix(value);                                                       \
    }
WORKSHOP_BFLOAT16_ROUNDED(rn, nearest)
WORKSHOP_BFLOAT16_ROUNDED(rz, zero)
WORKSHOP_BFLOAT16_ROUNDED(ru, up)
WORKSHOP_BFLOAT16_ROUNDED(rd, down)
#undef WORKSHOP_BFLOAT16_ROUNDED

inline __nv_bfloat16 __float2bfloat16(float value) {
    return __float2bfloat16_rn(value);
}
inline __nv_bfloat16 __double2bfloat16(double value) {
    return __nv_bfloat16(value);
}
inline float __bfloat162float(__nv_bfloat16 value) {
    return value;
}
inline __nv_bfloat162 __float2bfloat162_rn(float value) {
    return __nv_bfloat162(__float2bfloat16_rn(value), __float2bfloat16_rn(value));
}
inline __nv_bfloat162 __floats2bfloat162_rn(float low, float high) {
    return __nv_bfloat162(__float2bfloat16_rn(low), __float2bfloat16_rn(high));
}
inline __nv_bfloat162 __float22bfloat162_rn(float2 value) {
    return __floats2bfloat162_rn(value.x, value.y);
}
inline float2 __bfloat1622float2(__nv_bfloat162 value) {
    return float2(value.x, value.y);
}
inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 value) {
    return __nv_bfloat162(value, value);
}
inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) {
    return __nv_bfloat162(low, high);
}
inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 low, __nv_bfloat16 high) {
    return __nv_bfloat162(low, high);
}
inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 value) {
    return value.x;
}
inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 value) {
    return value.y;
}
inline __nv_bfloat162 __low2bfloat162(__nv_bfloat162 value) {
    return __nv_bfloat162(value.x, value.x);
}
inline __nv_bfloat162 __high2bfloat162(__nv_bfloat162 value) {
    return __nv_bfloat162(value.y, value.y);
}
inline __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 value) {
    return __nv_bfloat162(value.y, value.x);
}
inline __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(a.x, b.x);
}
inline __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(a.y, b.y);
}
inline short __bfloat16_as_short(__nv_bfloat16 value) {
    return static_cast<short>(value.bits());
}
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 value) {
    return value.bits();
}
inline __nv_bfloat16 __short_as_bfloat16(short bits) {
    return __nv_bfloat16::from_bits(static_cast<unsigned short>(bits));
}
inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
    return __nv_bfloat16::from_bits(bits);
}

#define CUDART_INF_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7F80U))
#define CUDART_NAN_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7FFFU))
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x7F7FU))
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0001U))
#define CUDART_ONE_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x3F80U))
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x0000U))
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(static_cast<unsigned short>(0x8000U))
