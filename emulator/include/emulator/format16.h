// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief 16-bit floating-point formats: how their bits come from a double and go to a float.
///
/// Every operation is computed exactly, or so precisely that a second rounding cannot be seen, and
/// is then rounded once by narrow().

#include <emulator/conversions.h>
#include <emulator/math_functions.h>

namespace workshop::emulator {

/// @brief A binary format of 16 bits.
struct Format16 {
    int mantissa_bits;  ///< without the implicit one
    int exponent_bits;
};
constexpr Format16 format_half = {10, 5};
constexpr Format16 format_bfloat16 = {7, 8};

constexpr unsigned short nan16 = 0x7FFF;  ///< what a GPU makes of every NaN, in both formats

/// @brief The bits of a number in a 16-bit format, rounded once.
/// @param[in] value any number; a NaN gives nan16
inline unsigned short narrow(double value, Format16 format, Rounding rounding) {
    const auto bits = static_cast<unsigned long long>(__double_as_longlong(value));
    const bool negative = bits >> 63 != 0;
    const unsigned long long magnitude = bits & ~(1ULL << 63);
    const unsigned long long fraction = magnitude & ((1ULL << 52) - 1);
    const int exponent_field = static_cast<int>(magnitude >> 52);
    const unsigned sign = negative ? 0x8000U : 0U;
    const unsigned infinity = ((1U << format.exponent_bits) - 1) << format.mantissa_bits;
    if (exponent_field == 0x7FF) {
        return static_cast<unsigned short>(fraction != 0 ? nan16 : sign | infinity);
    }
    const int exponent = (exponent_field == 0 ? 1 : exponent_field) - 1023;
    const int least_exponent = 2 - (1 << (format.exponent_bits - 1));  // of a normal number
    const unsigned long long significand = exponent_field == 0 ? fraction : fraction | 1ULL << 52;
    int dropped = 52 - format.mantissa_bits;
    if (exponent < least_exponent) dropped += least_exponent - exponent;
    if (dropped > 54) dropped = 54;  // less than half of the smallest number, whatever it is
    unsigned kept = static_cast<unsigned>(significand >> dropped);
    const unsigned long long rest = significand & ((1ULL << dropped) - 1);
    const unsigned long long half = 1ULL << (dropped - 1);
    const bool away = rounding == Rounding::nearest
                          ? rest > half || (rest == half && (kept & 1) != 0)
                          : rest != 0 && ((rounding == Rounding::up && !negative) ||
                                          (rounding == Rounding::down && negative));
    if (away) ++kept;
    // A carry out of the mantissa moves into the exponent by itself.
    if (exponent > least_exponent) {
        kept += static_cast<unsigned>(exponent - least_exponent) << format.mantissa_bits;
    }
    if (kept >= infinity) {
        const bool to_infinity = rounding == Rounding::nearest ||
                                 (rounding == Rounding::up && !negative) ||
                                 (rounding == Rounding::down && negative);
        kept = to_infinity ? infinity : infinity - 1;
    }
    return static_cast<unsigned short>(sign | kept);
}

/// @brief The number that 16 bits stand for: exact.
inline float widen(unsigned short bits, Format16 format) {
    const unsigned sign = static_cast<unsigned>(bits & 0x8000) << 16;
    const unsigned magnitude = bits & 0x7FFFU;
    const unsigned infinity = ((1U << format.exponent_bits) - 1) << format.mantissa_bits;
    if (magnitude > infinity) return __uint_as_float(0x7FFFFFFF);
    if (magnitude == infinity) return __uint_as_float(sign | 0x7F800000);
    const int shift = 23 - format.mantissa_bits;
    const unsigned bias_step = 128U - (1U << (format.exponent_bits - 1));
    if (magnitude >> format.mantissa_bits == 0 && bias_step != 0) {
        // A subnormal half is a normal float.
        const float value = static_cast<float>(magnitude) * 0x1p-24F;
        return sign != 0 ? -value : value;
    }
    return __uint_as_float(sign | ((magnitude << shift) + (bias_step << 23)));
}

/// @brief a * b + c for operands of a 16-bit format, rounded to odd: a later rounding to 16 bits
///        gives what one rounding of the exact value gives.
inline double fma_to_odd(double a, double b, double c) {
    const double product = a * b;  // exact: 22 bits at most
    const double sum = product + c;
    if (!(fabs(sum) <= 0x1.fffffffffffffp1023)) return sum;
    const double part = sum - product;
    const double error = (product - (sum - part)) + (c - part);
    long long bits = __double_as_longlong(sum);
    if (error == 0.0 || (bits & 1) != 0) return sum;
    bits += (error > 0.0) == (sum > 0.0) ? 1 : -1;
    return __longlong_as_double(bits);
}

}  // namespace workshop::emulator
