// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Arithmetic and conversions with a rounding direction: exact expectations.

#include <gtest/gtest.h>

#include <climits>
#include <cmath>
#include <limits>

#include "math_kernels.hpp"

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float quiet = std::numeric_limits<float>::quiet_NaN();
constexpr float step = 0x1p-23F;  // from 1 to the next float
constexpr float tiny = 0x1p-60F;

using Floats = std::vector<float>;

}  // namespace

TEST(Rounding, OfASum) {
    // 1 + 2^-60 lies between 1 and 1 + 2^-23; 1 - 2^-60 between 1 - 2^-24 and 1.
    const Floats a = {1, 1, -1, 0x1.fffffep127F};
    const Floats b = {tiny, -tiny, -tiny, 0x1.fffffep127F};
    EXPECT_EQ((Floats{1, 1, -1, inf}), evaluate(Binary::add_rn, a, b));
    EXPECT_EQ((Floats{1, 1 - step / 2, -1, 0x1.fffffep127F}), evaluate(Binary::add_rz, a, b));
    EXPECT_EQ((Floats{1 + step, 1, -1, inf}), evaluate(Binary::add_ru, a, b));
    EXPECT_EQ((Floats{1, 1 - step / 2, -1 - step, 0x1.fffffep127F}),
              evaluate(Binary::add_rd, a, b));
}

TEST(Rounding, OfAProduct) {
    // (1 + e)^2 = 1 + 2e + e^2, and e^2 does not fit.
    const Floats a = {1 + step, -(1 + step)};
    const Floats b = {1 + step, 1 + step};
    EXPECT_EQ((Floats{1 + 2 * step, -(1 + 2 * step)}), evaluate(Binary::multiply_rz, a, b));
    EXPECT_EQ((Floats{1 + 3 * step, -(1 + 2 * step)}), evaluate(Binary::multiply_ru, a, b));
    EXPECT_EQ((Floats{1 + 2 * step, -(1 + 3 * step)}), evaluate(Binary::multiply_rd, a, b));
}

TEST(Rounding, OfAQuotientAndARoot) {
    // 1/3 = 0x1.555555 5...p-2; the nearest float is above it.
    EXPECT_EQ((Floats{0x1.555556p-2F}), evaluate(Binary::divide_rn, {1}, {3}));
    EXPECT_EQ((Floats{0x1.555556p-2F}), evaluate(Binary::divide_ru, {1}, {3}));
    EXPECT_EQ((Floats{0x1.555554p-2F}), evaluate(Binary::divide_rd, {1}, {3}));
    EXPECT_EQ((Floats{0x1.555556p-2F, 0.5F}), evaluate(Unary::reciprocal_rn, {3, 2}));
    // sqrt 2 = 0x1.6a09e6 67f...
    EXPECT_EQ((Floats{0x1.6a09e6p0F, 2}), evaluate(Unary::square_root_rd, {2, 4}));
    EXPECT_EQ((Floats{0x1.6a09e8p0F, 2}), evaluate(Unary::square_root_ru, {2, 4}));
}

TEST(Rounding, OfAFusedMultiplyAdd) {
    // (1 + e)(1 - e) - 1 = -e^2 exactly: rounding in between would give 0 or -e.
    EXPECT_EQ(-step * step, evaluate_fma(1 + step, 1 - step, -1)[0]);
    // 1 * 1 + 2^-60, in the four directions.
    EXPECT_EQ((Floats{1, 1, 1 + step, 1}), evaluate_fma(1, 1, tiny));
}

TEST(Conversion, ToInt) {
    const Floats a = {2.5F, 3.5F, -2.5F, 1e20F, -1e20F, quiet, inf, 0.4F};
    EXPECT_EQ((std::vector<int>{2, 4, -2, INT_MAX, INT_MIN, 0, INT_MAX, 0}),
              evaluate(ToInteger::int_rn, a));
    EXPECT_EQ((std::vector<int>{2, 3, -2, INT_MAX, INT_MIN, 0, INT_MAX, 0}),
              evaluate(ToInteger::int_rz, a));
    EXPECT_EQ((std::vector<int>{3, 4, -2, INT_MAX, INT_MIN, 0, INT_MAX, 1}),
              evaluate(ToInteger::int_ru, a));
    EXPECT_EQ((std::vector<int>{2, 3, -3, INT_MAX, INT_MIN, 0, INT_MAX, 0}),
              evaluate(ToInteger::int_rd, a));
}

TEST(Conversion, ToUnsignedSaturates) {
    EXPECT_EQ((std::vector<int>{3, 0, -1, 0, static_cast<int>(3000000000U)}),
              evaluate(ToInteger::uint_rz, {3.9F, -5, 1e20F, quiet, 3e9F}));
}

TEST(Conversion, ReadsBits) {
    EXPECT_EQ((std::vector<int>{0x3F800000, INT_MIN, 0x7F800000}),
              evaluate(ToInteger::bits, {1, -0.0F, inf}));
}

TEST(Conversion, OfWideIntegers) {
    const std::vector<long long> expected = {
        2, -2, 3, LLONG_MIN, LLONG_MAX, 0x3FF0000000000000LL, 0x3FF00000, -3, 0};
    EXPECT_EQ(expected, evaluate_wide_conversions());
}

TEST(Conversion, ToFloat) {
    const Floats got = evaluate_to_float();
    EXPECT_EQ(16777216.0F, got[0]);  // a tie goes to the even neighbour
    EXPECT_EQ(16777218.0F, got[1]);
    EXPECT_EQ(16777216.0F, got[2]);
    EXPECT_EQ(0x1p64F, got[3]);
    EXPECT_EQ(0x1.999998p-4F, got[4]);
    EXPECT_EQ(0x1.99999ap-4F, got[5]);
    EXPECT_EQ(inf, got[6]);
    EXPECT_EQ(0x1.921fb6p1F, got[7]);
}
