// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Wrong elements that belong into another row or column: the report says into which one.
#include "support/elsewhere.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/inputs.hpp"
#include "support/likely_cause.hpp"
#include "support/oracle.hpp"

namespace workshop::checks {
namespace {

using Kind = Elsewhere::Kind;

/// A softmax of normals, right until a test moves something.
struct Output {
    HostMatrix x;
    Expected expected;
    std::vector<float> got;

    explicit Output(std::int64_t rows, std::int64_t cols)
        : x(normals(rows, cols, 3)), expected(softmax_oracle(x, {cols, 0})) {
        for (const double value : expected.values)
            got.push_back(static_cast<float>(value));
    }
    double right(std::int64_t row, std::int64_t column) const {
        return expected.values[static_cast<std::size_t>(row * x.cols + column)];
    }
    void put(std::int64_t row, std::int64_t column, double value) {
        got[static_cast<std::size_t>(row * x.cols + column)] = static_cast<float>(value);
    }
    void put_row(std::int64_t row, std::int64_t from, double factor = 1.0) {
        for (std::int64_t c = 0; c < x.cols; ++c)
            put(row, c, right(from, c) * factor);
    }
    Elsewhere found() const { return find_elsewhere(compare(got, expected), got, expected); }
    std::string cause() const {
        const Comparison comparison = compare(got, expected);
        Circumstances now;
        now.has_exponentials = now.is_divided_by_sum = now.shares_a_row = true;
        now.races_are_reported = true;
        look_at_row(now, x, comparison.first / comparison.cols);
        return likely_cause(find_where(comparison), find_what(comparison, x, got, expected), now);
    }
};

TEST(Elsewhere, NamesTheRow) {
    Output out(50, 3);
    out.put_row(40, 7);
    EXPECT_EQ(out.found().kind, Kind::row);
    EXPECT_EQ(out.found().row, 40);
    EXPECT_EQ(out.found().from, 7);
    EXPECT_EQ(out.cause().find("Row 40 holds the result of row 7:"), 0U) << out.cause();
    // Another row is wrong in some way of its own: not all is explained.
    out.put_row(3, 3, 1.5);
    out.put(3, 0, 0.25);
    EXPECT_EQ(out.found().kind, Kind::nothing);
}

TEST(Elsewhere, NamesTheRowOfOtherElements) {
    Output out(50, 3);
    out.put_row(0, 44, 0.7);
    EXPECT_EQ(out.found().kind, Kind::row_of_others);
    EXPECT_EQ(out.cause().find("Row 0 is the result of row 44, times a factor"), 0U) << out.cause();
}

TEST(Elsewhere, NamesTheColumn) {
    Output out(4, 40);
    for (std::int64_t r = 0; r < 4; ++r) {
        out.put(r, 8, out.right(r, 9));
        out.put(r, 9, out.right(r, 8));
    }
    EXPECT_EQ(out.found().kind, Kind::column);
    EXPECT_EQ(out.cause().find("Column 8 of row 0 holds what belongs into column 9"), 0U)
        << out.cause();
}

TEST(Elsewhere, WantsEvidence) {
    // One element that equals another one may be chance, and a result that came from nowhere is.
    Output one(4, 40);
    one.put(2, 8, one.right(2, 9));
    EXPECT_EQ(one.found().kind, Kind::nothing);
    Output invented(50, 3);
    for (std::int64_t c = 0; c < 3; ++c)
        invented.put(5, c, 0.1 * static_cast<double>(c + 1));
    EXPECT_EQ(invented.found().kind, Kind::nothing);
    // One value in all columns of a row: each thread divides the same number.
    Output constant_rows(4, 40);
    for (std::int64_t r = 0; r < 4; ++r) {
        for (std::int64_t c = 0; c < 40; ++c)
            constant_rows.put(r, c, constant_rows.right(r, 9));
    }
    EXPECT_NE(constant_rows.found().kind, Kind::column);
    // A 0 or a 1 is the result of many elements.
    HostMatrix masked = constant(8, 8, -INFINITY);
    for (std::int64_t r = 0; r < 8; ++r)
        masked.at(r, r) = 1.0F;
    const Expected expected = softmax_oracle(masked, {8, 0});
    std::vector<float> got(64, 1.0F);
    EXPECT_EQ(find_elsewhere(compare(got, expected), got, expected).kind, Kind::nothing);
}

}  // namespace
}  // namespace workshop::checks
