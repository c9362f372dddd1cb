// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The comparison lets nothing through: no NaN, no element that was never written; and the bounds
// are small enough.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "support/bounds.hpp"
#include "support/compare.hpp"
#include "support/inputs.hpp"
#include "support/oracle.hpp"
#include "support/poison.hpp"

namespace workshop::checks {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
const float kPoison = std::bit_cast<float>(kNeverWritten);

TEST(ElementIsRight, TakesAValueWithinItsBound) {
    EXPECT_TRUE(element_is_right(1.0F, Wanted::value, 1.0, 0.0));
    EXPECT_TRUE(element_is_right(1.5F, Wanted::value, 1.0, 0.5));
    EXPECT_FALSE(element_is_right(1.75F, Wanted::value, 1.0, 0.5));
    EXPECT_FALSE(element_is_right(0.25F, Wanted::value, 1.0, 0.5));
}

TEST(ElementIsRight, RefusesNanWhereAValueIsWanted) {
    EXPECT_FALSE(element_is_right(kNan, Wanted::value, 1.0, 1e30));
    EXPECT_FALSE(element_is_right(kNan, Wanted::value, kInfinity, 1e30));
}

TEST(ElementIsRight, RefusesANanBound) {
    EXPECT_FALSE(element_is_right(1.0F, Wanted::value, 1.0, kNan));
}

TEST(ElementIsRight, TakesOnlyComputedNans) {
    EXPECT_TRUE(element_is_right(kNan, Wanted::nan, 0.0, 0.0));
    EXPECT_FALSE(element_is_right(1.0F, Wanted::nan, 0.0, 0.0));
    EXPECT_FALSE(element_is_right(kPoison, Wanted::nan, 0.0, 0.0));
    EXPECT_FALSE(element_is_right(kPoison, Wanted::anything, 0.0, 0.0));
    EXPECT_TRUE(element_is_right(kNan, Wanted::anything, 0.0, 0.0));
}

TEST(ElementIsRight, TakesInfinitiesOnlyExactly) {
    constexpr float kFloatInfinity = std::numeric_limits<float>::infinity();
    EXPECT_TRUE(element_is_right(kFloatInfinity, Wanted::value, kInfinity, 0.0));
    EXPECT_FALSE(element_is_right(-kFloatInfinity, Wanted::value, kInfinity, 1e300));
    EXPECT_FALSE(element_is_right(3e38F, Wanted::value, kInfinity, 1e300));
    EXPECT_FALSE(element_is_right(kFloatInfinity, Wanted::value, 1.0, 1e300));
}

TEST(Compare, FindsEveryWrongElementAndItsKind) {
    Expected expected(2, 3);
    for (std::int64_t i = 0; i < 6; ++i)
        expected.set(i / 3, i % 3, 1.0, 0.1);
    const Comparison comparison = compare({1.0F, kPoison, 1.05F, kNan, 2.0F, 1.0F}, expected);
    EXPECT_EQ(comparison.wrong_count, 3);
    EXPECT_EQ(comparison.never_written_count, 1);
    EXPECT_EQ(comparison.nan_count, 1);
    EXPECT_EQ(comparison.first, 1);
    EXPECT_EQ(comparison.wrong, (std::vector<bool>{false, true, false, true, true, false}));
}

TEST(CompareBits, SeesTheLastBitButNotTheKindOfNan) {
    const float next = std::nextafter(1.0F, 2.0F);
    EXPECT_TRUE(compare_bits({1.0F, kNan}, {1.0F, -kNan}, 1, 2).all_right());
    EXPECT_EQ(compare_bits({1.0F, 2.0F}, {next, 2.0F}, 1, 2).wrong_count, 1);
    EXPECT_EQ(compare_bits({0.0F}, {-0.0F}, 1, 1).wrong_count, 1);
    EXPECT_EQ(compare_bits({kNan}, {kPoison}, 1, 1).wrong_count, 1);
}

TEST(Poison, IsANanOfItsOwn) {
    EXPECT_TRUE(std::isnan(kPoison));
    EXPECT_FALSE(is_never_written(kNan));
    EXPECT_FALSE(is_never_written(-kNan));
    volatile float zero = 0.0F;
    EXPECT_FALSE(is_never_written(zero / zero));
    EXPECT_FALSE(is_never_written(std::bit_cast<float>(0x7FFFFFFFU)));  // a GPU's NaN
    EXPECT_EQ(describe_value(kPoison), "never written");
    EXPECT_EQ(describe_value(kNan), "NaN");
}

TEST(Bounds, LongestChainCountsSharesAndLevels) {
    EXPECT_EQ(longest_chain(1000, 1), 1000);
    EXPECT_EQ(longest_chain(1024, 32), 32 + 5);
    EXPECT_EQ(longest_chain(1025, 32), 33 + 5);
    EXPECT_EQ(longest_chain(7, 96), 1 + 7);
    EXPECT_EQ(longest_chain(0, 128), 7);
}

TEST(Bounds, OfASumScalesWithTheTermsAndNotWithTheResult) {
    HostMatrix x(1, 2, "");
    x.values = {1e6F, -1e6F};
    const Expected expected = row_sum_oracle(x, 2);
    EXPECT_EQ(expected.values[0], 0.0);
    EXPECT_NEAR(expected.bounds[0], 2 * 2e6 * kUnitRoundoff, 1e-6);
}

/// A float32 softmax in the simplest order, the one that lesson 1 teaches.
std::vector<float> plain_softmax(const HostMatrix& x) {
    std::vector<float> y(x.values.size());
    for (std::int64_t r = 0; r < x.rows; ++r) {
        float maximum = -std::numeric_limits<float>::infinity();
        for (std::int64_t c = 0; c < x.cols; ++c)
            maximum = std::fmax(maximum, x.at(r, c));
        float sum = 0.0F;
        for (std::int64_t c = 0; c < x.cols; ++c)
            sum += std::exp(x.at(r, c) - maximum);
        for (std::int64_t c = 0; c < x.cols; ++c) {
            y[static_cast<std::size_t>(r * x.cols + c)] = std::exp(x.at(r, c) - maximum) / sum;
        }
    }
    return y;
}

TEST(Bounds, HoldForAFloatSoftmaxAndAreNotFarAway) {
    for (const std::int64_t cols : {1, 7, 100, 1000, 100000}) {
        const HostMatrix x = normals(cols > 1000 ? 1 : 20, cols, 5);
        const Expected expected = softmax_oracle(x, {cols, 0});
        EXPECT_TRUE(compare(plain_softmax(x), expected).all_right()) << cols;
        // The bound is what cols additions can lose, and a handful of operations more.
        for (std::size_t i = 0; i < expected.values.size(); ++i) {
            const double operations = static_cast<double>(cols) + 40.0;
            EXPECT_LE(expected.bounds[i],
                      1.01 * expected.values[i] * operations * kUnitRoundoff + kSmallestNormal);
        }
    }
}

TEST(Bounds, AllZerosAndUniformFailAtEveryWidth) {
    for (std::int64_t cols = 2; cols <= 1000000; cols = cols * 3 + 1) {
        const HostMatrix x = normals(1, cols, 9);
        // The widest bound that any lesson has: one thread, and a rescale at every step.
        const Expected expected = softmax_oracle(x, {cols, cols});
        const auto size = static_cast<std::size_t>(cols);
        const std::vector<float> zeros(size, 0.0F);
        const std::vector<float> uniform(size, 1.0F / static_cast<float>(cols));
        EXPECT_EQ(compare(zeros, expected).wrong_count, cols) << cols;
        // An element may be 1/N by chance; nearly all are not.
        EXPECT_GE(compare(uniform, expected).wrong_count, cols / 2) << cols;
        EXPECT_GE(compare(x.values, expected).wrong_count, cols / 2) << cols;
    }
}

TEST(Oracle, KnowsSpecialRows) {
    constexpr float kFloatInfinity = std::numeric_limits<float>::infinity();
    HostMatrix x(4, 2, "");
    x.values = {-kFloatInfinity, -kFloatInfinity, kFloatInfinity, 1, kNan, 1, -kFloatInfinity, 5};
    const Expected y = softmax_oracle(x, {2, 0});
    for (int i = 0; i < 6; ++i)
        EXPECT_EQ(y.kinds[i], Wanted::nan) << i;
    EXPECT_EQ(y.values[6], 0.0);
    EXPECT_EQ(y.values[7], 1.0);
    const Expected pairs = max_sum_oracle(x, {2, 0});
    EXPECT_EQ(pairs.values[0], -kInfinity);
    EXPECT_EQ(pairs.values[1], 0.0);
    EXPECT_EQ(pairs.kinds[2], Wanted::anything);
    EXPECT_EQ(pairs.kinds[3], Wanted::nan);
    EXPECT_EQ(pairs.values[6], 5.0);
    EXPECT_EQ(pairs.values[7], 1.0);
}

}  // namespace
}  // namespace workshop::checks
