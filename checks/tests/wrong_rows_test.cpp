// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the wrong rows of a softmax have in common with their input, and with each other.

#include "support/wrong_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "support/inputs.hpp"
#include "support/likely_cause.hpp"
#include "support/poison.hpp"

namespace workshop::checks {
namespace {

const float kPoison = std::bit_cast<float>(kNeverWritten);
constexpr std::int64_t kRows = 12;
constexpr std::int64_t kCols = 5;

/// The softmax of normals, right to begin with, and the sum of each row.
struct Softmax {
    HostMatrix x = normals(kRows, kCols, 1);
    Expected expected{kRows, kCols};
    std::vector<float> got;
    std::vector<double> sums;

    Softmax() {
        for (std::int64_t r = 0; r < kRows; ++r) {
            const double maximum = *std::max_element(x.row(r), x.row(r) + kCols);
            const double sum =
                std::accumulate(x.row(r), x.row(r) + kCols, 0.0,
                                [&](double s, float v) { return s + std::exp(v - maximum); });
            sums.push_back(sum);
            for (std::int64_t c = 0; c < kCols; ++c) {
                const double value = std::exp(x.at(r, c) - maximum) / sum;
                expected.set(r, c, value, 1e-6);
                got.push_back(static_cast<float>(value));
            }
        }
    }
    float& at(std::int64_t row, std::int64_t column) {
        return got[static_cast<std::size_t>(row * kCols + column)];
    }
    void multiply_row(std::int64_t row, double factor) {
        for (std::int64_t c = 0; c < kCols; ++c)
            at(row, c) = static_cast<float>(at(row, c) * factor);
    }
    bool multiplied_by_sum() const {
        return is_multiplied_by_sum(compare(got, expected), x, got, expected);
    }
    LateRow late() const { return find_late_row(compare(got, expected), got, expected); }
    std::string cause() const {
        Circumstances now;
        now.has_exponentials = now.is_divided_by_sum = true;
        const Comparison comparison = compare(got, expected);
        return likely_cause(find_where(comparison), find_what(comparison, x, got, expected), now);
    }
};

TEST(WrongRows, MultipliedByTheSum) {
    Softmax all;
    for (std::int64_t r = 0; r < kRows; ++r)
        all.multiply_row(
            r, all.sums[static_cast<std::size_t>(r)] * all.sums[static_cast<std::size_t>(r)]);
    EXPECT_TRUE(all.multiplied_by_sum());
    EXPECT_EQ(all.cause().find("The result is multiplied by the sum of its row"), 0U)
        << all.cause();
    all.at(3, 2) *= 1.01F;
    EXPECT_FALSE(all.multiplied_by_sum());

    Softmax one;
    one.multiply_row(7, one.sums[7] * one.sums[7]);
    EXPECT_TRUE(one.multiplied_by_sum());
    one.at(7, 0) = std::numeric_limits<float>::quiet_NaN();
    EXPECT_FALSE(one.multiplied_by_sum());
}

TEST(WrongRows, OtherFactorsAreNotTheSum) {
    Softmax undivided;
    undivided.multiply_row(2, undivided.sums[2]);
    EXPECT_FALSE(undivided.multiplied_by_sum());
    EXPECT_NE(undivided.cause().find("the division by the sum, is missing"), std::string::npos)
        << undivided.cause();
    Softmax divided_twice;
    divided_twice.multiply_row(2, 1.0 / divided_twice.sums[2]);
    EXPECT_FALSE(divided_twice.multiplied_by_sum());
    EXPECT_FALSE(Softmax().multiplied_by_sum());
}

TEST(WrongRows, ResultOfARowThatNobodyWrote) {
    Softmax late;
    for (std::int64_t c = 0; c < kCols; ++c) {
        late.at(10, c) = late.at(1, c);
        late.at(1, c) = kPoison;
    }
    EXPECT_EQ(late.late().row, 10);
    EXPECT_EQ(late.late().from, 1);
    EXPECT_EQ(late.cause().find("Row 10 holds the result of row 1, which was never written"), 0U)
        << late.cause();
    late.at(10, 3) += 0.25F;
    EXPECT_EQ(late.late().row, -1);
}

TEST(WrongRows, ResultOfARowThatWasWritten) {
    Softmax copied;
    for (std::int64_t c = 0; c < kCols; ++c) {
        copied.at(10, c) = copied.at(1, c);
        copied.at(2, c) = kPoison;
    }
    EXPECT_EQ(copied.late().row, -1);
    Softmax in_part;
    for (std::int64_t c = 0; c < kCols; ++c)
        in_part.at(10, c) = in_part.at(1, c);
    in_part.at(1, 0) = kPoison;
    EXPECT_EQ(in_part.late().row, -1);
}

}  // namespace
}  // namespace workshop::checks
