// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the tests of both 16-bit formats share: an oracle that knows only how bits are weighed.

#include <cmath>
#include <limits>
#include <ostream>
#include <vector>

#include "half_kernels.hpp"

inline std::ostream& operator<<(std::ostream& out, Format format) {
    return out << (format == Format::half ? "half" : "bfloat16");
}

struct Layout {
    int mantissa_bits;
    int bias;
    Bits infinity;
};

inline Layout layout_of(Format format) {
    return format == Format::half ? Layout{10, 15, 0x7C00} : Layout{7, 127, 0x7F80};
}

/// The value of bits, from the definition of the format.
inline double value_of(Format format, Bits bits) {
    const Layout layout = layout_of(format);
    const int magnitude = bits & 0x7FFF;
    const double sign = (bits & 0x8000) != 0 ? -1.0 : 1.0;
    if (magnitude > layout.infinity) return std::numeric_limits<double>::quiet_NaN();
    if (magnitude == layout.infinity) return sign * std::numeric_limits<double>::infinity();
    const int exponent = magnitude >> layout.mantissa_bits;
    const int fraction = magnitude & ((1 << layout.mantissa_bits) - 1);
    const int significand = exponent == 0 ? fraction : fraction | 1 << layout.mantissa_bits;
    const int power = (exponent == 0 ? 1 : exponent) - layout.bias - layout.mantissa_bits;
    return sign * std::ldexp(significand, power);
}

/// The nearest number of the format, ties to even, found by searching all of them.
inline Bits nearest_of(Format format, long double value) {
    if (std::isnan(value)) return 0x7FFF;
    const Layout layout = layout_of(format);
    const Bits sign = std::signbit(value) ? 0x8000 : 0;
    const long double magnitude = std::fabs(value);
    Bits low = 0;  // the largest number not above the magnitude
    Bits high = layout.infinity;
    while (high - low > 1) {
        const Bits middle = static_cast<Bits>((low + high) / 2);
        (static_cast<long double>(value_of(format, middle)) <= magnitude ? low : high) = middle;
    }
    if (std::isinf(value)) return sign | layout.infinity;
    // Beyond the largest number, the next step of the same size stands for infinity.
    const long double below = value_of(format, low);
    const long double above = high == layout.infinity
                                  ? below + (below - value_of(format, static_cast<Bits>(low - 1)))
                                  : static_cast<long double>(value_of(format, high));
    const long double to_below = magnitude - below;
    const long double to_above = above - magnitude;
    const bool up = to_above < to_below || (to_above == to_below && (low & 1) != 0);
    return sign | (up ? high : low);
}

inline bool is_nan(Format format, Bits bits) {
    return (bits & 0x7FFF) > layout_of(format).infinity;
}

/// Bits of every kind: zeros, subnormals, ones, large numbers, infinities, NaN, and a scatter.
inline std::vector<Bits> interesting(Format format) {
    const Bits infinity = layout_of(format).infinity;
    std::vector<Bits> all = {0,
                             1,
                             2,
                             static_cast<Bits>((1 << layout_of(format).mantissa_bits) - 1),
                             static_cast<Bits>(1 << layout_of(format).mantissa_bits),
                             static_cast<Bits>(infinity - 1),
                             infinity,
                             0x7FFF};
    unsigned state = 12345;
    for (int i = 0; i < 120; ++i) {
        state = state * 1664525U + 1013904223U;
        all.push_back(static_cast<Bits>(state >> 17));
    }
    const std::size_t positive = all.size();
    for (std::size_t i = 0; i < positive; ++i)
        all.push_back(all[i] | 0x8000);
    return all;
}
