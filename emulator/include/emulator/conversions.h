// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Conversions with the rounding in the name, and bit patterns of numbers.
///
/// CUDA's own functions are documented there; documented here is what differs, or is ours.
///
/// A number that does not fit becomes the nearest that does. A NaN becomes 0 as a 32-bit integer
/// and 0x8000000000000000 as a 64-bit one, as on a GPU.

#include <emulator/rounded_arithmetic.h>
#include <math.h>

namespace workshop::emulator {

/// @brief The whole number next to a value, in the given direction.
template <typename Float>
inline Float round_to_integer(Rounding rounding, Float value) {
    switch (rounding) {
        case Rounding::nearest:
            return nearbyint(value);
        case Rounding::zero:
            return trunc(value);
        case Rounding::up:
            return ceil(value);
        default:
            return floor(value);
    }
}

/// @brief The value as an integer, as the opening comment of this file says.
template <typename Integer, typename Float>
inline Integer saturated_integer(Rounding rounding, Float value) {
    constexpr bool is_signed = Integer(-1) < Integer(0);
    constexpr int digits = static_cast<int>(sizeof(Integer)) * 8 - (is_signed ? 1 : 0);
    // 2^digits in two steps, since the last may not fit an Integer.
    constexpr Float limit = Float(1ULL << (digits - 1)) * 2;
    constexpr Integer largest = static_cast<Integer>(~0ULL >> (64 - digits));
    constexpr Integer least = is_signed ? static_cast<Integer>(-largest - 1) : Integer(0);
    constexpr Integer of_nan =
        sizeof(Integer) == 4 ? Integer(0) : static_cast<Integer>(0x8000000000000000ULL);
    if (value != value) return of_nan;
    const Float whole = round_to_integer(rounding, value);
    if (whole >= limit) return largest;
    if (whole < static_cast<Float>(least)) return least;
    return static_cast<Integer>(whole);
}

}  // namespace workshop::emulator

#define WORKSHOP_TO_INTEGER(name, Integer, Float)                                                 \
    inline Integer name##_rn(Float value) {                                                       \
        return workshop::emulator::saturated_integer<Integer>(                                    \
            workshop::emulator::Rounding::nearest, value);                                        \
    }                                                                                             \
    inline Integer name##_rz(Float value) {                                                       \
        return workshop::emulator::saturated_integer<Integer>(workshop::emulator::Rounding::zero, \
                                                              value);                             \
    }                                                                                             \
    inline Integer name##_ru(Float value) {                                                       \
        return workshop::emulator::saturated_integer<Integer>(workshop::emulator::Rounding::up,   \
                                                              value);                             \
    }                                                                                             \
    inline Integer name##_rd(Float value) {                                                       \
        return workshop::emulator::saturated_integer<Integer>(workshop::emulator::Rounding::down, \
                                                              value);                             \
    }
WORKSHOP_TO_INTEGER(__float2int, int, float)
WORKSHOP_TO_INTEGER(__float2uint, unsigned int, float)
WORKSHOP_TO_INTEGER(__float2ll, long long, float)
WORKSHOP_TO_INTEGER(__float2ull, unsigned long long, float)
WORKSHOP_TO_INTEGER(__double2int, int, double)
WORKSHOP_TO_INTEGER(__double2uint, unsigned int, double)
WORKSHOP_TO_INTEGER(__double2ll, long long, double)
WORKSHOP_TO_INTEGER(__double2ull, unsigned long long, double)
#undef WORKSHOP_TO_INTEGER

#define WORKSHOP_FROM(name, To, From, convert, Wide)                                            \
    inline To name##_rn(From value) {                                                           \
        return workshop::emulator::convert(workshop::emulator::Rounding::nearest, Wide(value)); \
    }                                                                                           \
    inline To name##_rz(From value) {                                                           \
        return workshop::emulator::convert(workshop::emulator::Rounding::zero, Wide(value));    \
    }                                                                                           \
    inline To name##_ru(From value) {                                                           \
        return workshop::emulator::convert(workshop::emulator::Rounding::up, Wide(value));      \
    }                                                                                           \
    inline To name##_rd(From value) {                                                           \
        return workshop::emulator::convert(workshop::emulator::Rounding::down, Wide(value));    \
    }
using WorkshopWideSigned = long long;
using WorkshopWideUnsigned = unsigned long long;
WORKSHOP_FROM(__int2float, float, int, rounded_to_float, WorkshopWideSigned)
WORKSHOP_FROM(__uint2float, float, unsigned int, rounded_to_float, WorkshopWideUnsigned)
WORKSHOP_FROM(__ll2float, float, long long, rounded_to_float, WorkshopWideSigned)
WORKSHOP_FROM(__ull2float, float, unsigned long long, rounded_to_float, WorkshopWideUnsigned)
WORKSHOP_FROM(__double2float, float, double, rounded_to_float, double)
WORKSHOP_FROM(__ll2double, double, long long, rounded_to_double, WorkshopWideSigned)
WORKSHOP_FROM(__ull2double, double, unsigned long long, rounded_to_double, WorkshopWideUnsigned)
#undef WORKSHOP_FROM

inline double __int2double_rn(int value) {
    return value;
}
inline double __uint2double_rn(unsigned int value) {
    return value;
}

// The same bits, read as another type.
inline int __float_as_int(float value) {
    int bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}
inline unsigned int __float_as_uint(float value) {
    unsigned int bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}
inline float __int_as_float(int bits) {
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}
inline float __uint_as_float(unsigned int bits) {
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}
inline long long __double_as_longlong(double value) {
    long long bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}
inline double __longlong_as_double(long long bits) {
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}
inline int __double2hiint(double value) {
    return static_cast<int>(__double_as_longlong(value) >> 32);
}
inline int __double2loint(double value) {
    return static_cast<int>(__double_as_longlong(value) & 0xFFFFFFFF);
}
inline double __hiloint2double(int high, int low) {
    const auto upper = static_cast<unsigned long long>(static_cast<unsigned int>(high)) << 32;
    return __longlong_as_double(static_cast<long long>(upper | static_cast<unsigned int>(low)));
}
