// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The checks of shapes and pointers see functions that are right only for the usual ones.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "host_softmax.hpp"
#include "support/common_checks.hpp"
#include "support/many_blocks.hpp"
#include "support/softmax_suite.hpp"

namespace workshop::checks {
namespace {

/// What one check of the common lists reports.
std::string report_of(const CheckList& list, const std::string& property) {
    for (const NamedCheck& check : list) {
        if (check.property != property) continue;
        const std::vector<std::string> failures = failures_of(check.body);
        return failures.empty() ? "" : failures.front();
    }
    return "no check " + property;
}

bool holds(const std::string& text, const std::string& words) {
    return text.find(words) != std::string::npos;
}

/// A softmax whose maximum is that of some columns only.
FunctionUnderTest with_maximum_of(std::int64_t from, std::int64_t end) {
    FunctionUnderTest function = host_function([=](const HostMatrix& x) {
        std::vector<float> y(x.values.size());
        for (std::int64_t r = 0; r < x.rows; ++r) {
            const float* row = x.row(r);
            const float maximum = *std::max_element(row + from, row + std::min(end, x.cols));
            float sum = 0.0F;
            for (std::int64_t c = 0; c < x.cols; ++c)
                sum += std::exp(row[c] - maximum);
            for (std::int64_t c = 0; c < x.cols; ++c) {
                y[static_cast<std::size_t>(r * x.cols + c)] = std::exp(row[c] - maximum) / sum;
            }
        }
        return y;
    });
    function.has_exponentials = true;
    return function;
}

TEST(WideRow, SeesAMaximumOfAPartOfTheRow) {
    constexpr std::int64_t kAll = std::int64_t{1} << 40;
    EXPECT_EQ(report_of(shape_checks(with_maximum_of(0, kAll)), "WideRow"), "");
    for (const auto& [from, end] : {std::pair<std::int64_t, std::int64_t>{0, 8193},
                                    {0, 60000},
                                    {0, 100002},
                                    {1, kAll},
                                    {40000, kAll}}) {
        EXPECT_TRUE(holds(report_of(shape_checks(with_maximum_of(from, end)), "WideRow"),
                          "one value of 1000 in each row, at the end of row 1, which begins "
                          "with -inf"))
            << from << " to " << end;
    }
}

TEST(UnalignedPointers, ComeWithWidthsThatInviteVectors) {
    for (const bool input : {true, false}) {
        FunctionUnderTest function = host_function();
        function.call = [input, call = function.call](const Arguments& a) {
            const auto address = reinterpret_cast<std::uintptr_t>(input ? a.x : a.y);
            return a.cols % 4 == 0 && address % 16 != 0 ? cudaErrorMisalignedAddress : call(a);
        };
        EXPECT_TRUE(holds(report_of(memory_checks(function), "UnalignedPointers"),
                          "cudaErrorMisalignedAddress"));
    }
}

TEST(InvalidArguments, AreRefusedForAnEmptyMatrixToo) {
    FunctionUnderTest function = host_function();
    EXPECT_EQ(report_of(argument_checks(function), "InvalidArguments"), "");
    const auto success_where = [&](const std::function<bool(const Arguments&)>& chosen) {
        FunctionUnderTest hasty = function;
        hasty.call = [=](const Arguments& a) { return chosen(a) ? cudaSuccess : function.call(a); };
        return report_of(argument_checks(hasty), "InvalidArguments");
    };
    const std::string no_rows = success_where([](const Arguments& a) { return a.rows == 0; });
    EXPECT_TRUE(holds(no_rows, "ldx = cols - 1 and rows = 0")) << no_rows;
    const std::string no_cols = success_where([](const Arguments& a) { return a.cols == 0; });
    EXPECT_TRUE(holds(no_cols, "rows = -1 and cols = 0")) << no_cols;
    const std::string negative =
        success_where([](const Arguments& a) { return a.rows == 0 && a.cols < 0; });
    EXPECT_TRUE(holds(negative, "cols = -1 and rows = 0")) << negative;
    const std::string output =
        success_where([](const Arguments& a) { return a.rows == 0 && a.ldy < a.cols; });
    EXPECT_TRUE(holds(output, "ldy = cols - 1 and rows = 0")) << output;
}

TEST(ManyRows, SeesALimitOf65535Blocks) {
    FunctionUnderTest function = host_function();
    function.has_block_size = false;
    function.call = [call = function.call](const Arguments& a) {
        return (a.rows - 1) / 128 + 1 > 65535 ? cudaErrorInvalidConfiguration : call(a);
    };
    const std::string report = report_of(shape_checks(function), "ManyRows");
    EXPECT_TRUE(holds(report, "8388609 x 1")) << report;
    EXPECT_TRUE(holds(report, "more than 65,535 blocks in the second")) << report;
}

TEST(EqualRows, AreLookedAtToTheLast) {
    constexpr std::int64_t kRows = 3000000;
    EXPECT_TRUE(check_equal_rows(host_function(), kRows, 1));
    FunctionUnderTest function = host_function();
    function.call = [call = function.call](Arguments a) {
        --a.rows;  // the last row is never written
        return call(a);
    };
    const auto failures = failures_of([&] { check_equal_rows(function, kRows, 1); });
    ASSERT_EQ(failures.size(), 1U);
    EXPECT_TRUE(holds(failures[0], "row 2999999, column 0: got never written, wanted 1"))
        << failures[0];
    const FunctionUnderTest zeros = host_function(
        [](const HostMatrix& x) { return std::vector<float>(x.values.size(), 0.0F); });
    const auto wrong = failures_of([&] { check_equal_rows(zeros, 4, 2); });
    ASSERT_EQ(wrong.size(), 1U);
    EXPECT_TRUE(holds(wrong[0], "row 0, column 0: got 0, wanted 0.5")) << wrong[0];
}

}  // namespace
}  // namespace workshop::checks
