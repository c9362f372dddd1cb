// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// A score of -inf has to become exactly 0; and a cause that speaks of every row needs most of them.

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "support/inputs.hpp"
#include "support/likely_cause.hpp"
#include "support/oracle.hpp"

namespace workshop::checks {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr std::int64_t kRows = 8;
constexpr std::int64_t kCols = 20;
const char* const kOfMasked = "These scores are -inf";
const char* const kOfRow0 = "Every row holds the result of row 0";

/// Row r sees its first r + 1 columns, as in causal attention; and its right softmax.
struct Causal {
    HostMatrix x = normals(kRows, kCols, 3);
    Expected expected;
    std::vector<float> got;

    Causal() {
        for (std::int64_t r = 0; r < kRows; ++r) {
            for (std::int64_t c = r + 1; c < kCols; ++c)
                x.at(r, c) = -kInfinity;
        }
        expected = softmax_oracle(x, {kCols, 0});
        for (const double value : expected.values)
            got.push_back(static_cast<float>(value));
    }
    float& at(std::int64_t row, std::int64_t column) {
        return got[static_cast<std::size_t>(row * kCols + column)];
    }
    bool is_right() const { return compare(got, expected).all_right(); }
    std::string cause() const {
        Circumstances now;
        now.has_exponentials = now.is_divided_by_sum = true;
        const Comparison comparison = compare(got, expected);
        return likely_cause(find_where(comparison), find_what(comparison, x, got, expected), now);
    }
};

TEST(MaskedScore, HasToBecomeExactlyZero) {
    Causal softmax;
    EXPECT_TRUE(softmax.is_right());
    softmax.at(2, 9) = -0.0F;
    EXPECT_TRUE(softmax.is_right());
    softmax.at(2, 9) = std::numeric_limits<float>::denorm_min();
    EXPECT_FALSE(softmax.is_right());
    EXPECT_EQ(softmax.cause().find(kOfMasked), 0U) << softmax.cause();
    // Where another element is wrong as well, it is something else.
    softmax.at(3, 0) *= 2.0F;
    EXPECT_EQ(softmax.cause().find(kOfMasked), std::string::npos) << softmax.cause();
}

TEST(MaskedScore, IsWhatTheInputSaysAndNotASmallResult) {
    Causal softmax;
    softmax.x.at(2, 0) = -200.0F;  // a result too small for float32
    softmax.expected = softmax_oracle(softmax.x, {kCols, 0});
    for (std::int64_t c = 0; c < kCols; ++c)
        softmax.at(2, c) =
            static_cast<float>(softmax.expected.values[static_cast<std::size_t>(2 * kCols + c)]);
    softmax.at(2, 0) = 1e-40F;
    EXPECT_TRUE(softmax.is_right());
}

TEST(RowZeroEverywhere, NeedsMostRows) {
    Causal softmax;
    const auto copy_row_0 = [&](std::int64_t row) {
        for (std::int64_t c = 0; c < kCols; ++c)
            softmax.at(row, c) = softmax.at(0, c);
    };
    copy_row_0(5);
    EXPECT_EQ(softmax.cause().find(kOfRow0), std::string::npos) << softmax.cause();
    for (std::int64_t row = 1; row < kRows; ++row)
        copy_row_0(row);
    EXPECT_EQ(softmax.cause().find(kOfRow0), 0U) << softmax.cause();
}

TEST(RowZeroEverywhere, IsNotSaidOfZeros) {
    Causal softmax;
    for (std::int64_t row = 1; row < kRows; ++row)
        softmax.at(row, row) = 0.0F;  // as row 0 has it there
    EXPECT_EQ(softmax.cause().find(kOfRow0), std::string::npos) << softmax.cause();
}

TEST(LastElementOfEachSum, NeedsMostRows) {
    const char* const words = "Each sum lacks the last element";
    const HostMatrix x = normals(6, 50, 3);
    const Expected expected = row_sum_oracle(x, 50);
    std::vector<float> got;
    for (const double value : expected.values)
        got.push_back(static_cast<float>(value));
    const auto cause = [&] {
        const Comparison comparison = compare(got, expected);
        return likely_cause(find_where(comparison), find_what(comparison, x, got, expected), {});
    };
    got[2] -= x.at(2, 49);
    EXPECT_EQ(cause().find(words), std::string::npos) << cause();
    for (const std::int64_t row : {0, 1, 3, 4, 5})
        got[static_cast<std::size_t>(row)] -= x.at(row, 49);
    EXPECT_EQ(cause().find(words), 0U) << cause();
}

}  // namespace
}  // namespace workshop::checks
