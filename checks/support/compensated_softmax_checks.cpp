// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "compensated_bounds.hpp"
#include "compensated_sum_suite.hpp"
#include "launch.hpp"
#include "report.hpp"
#include "softmax_suite.hpp"

namespace workshop::checks {

namespace {

/// One score is the highest and all others are the same: each addition of a plain sum rounds by the
/// same amount for a long stretch.
InputMaker one_peak(std::int64_t rows, std::int64_t cols) {
    return [=](std::uint64_t seed) {
        HostMatrix matrix = constant(rows, cols, seed == 1 ? 1.0F : -1.0F);
        matrix.contents = "one high score and many equal ones";
        for (std::int64_t r = 0; r < rows; ++r)
            matrix.at(r, r % cols) += 0.3F + 0.9F * static_cast<float>(r);
        return matrix;
    };
}

/// The exponential of a score so far below the maximum is less than half of what float32 can tell
/// from 1: a plain sum that begins with the maximum loses them all, however short the row.
constexpr float kBelowOne = 16.875F;
/// Still further below: 262,144 such exponentials add up to 1.3e-6. The bound of an element is half
/// of that.
constexpr float kFarBelowOne = 26.0F;
constexpr std::int64_t kWide = 262144;

/// The first score is the highest, and every other one lies `below` it.
InputMaker one_peak_above_all(std::int64_t rows, std::int64_t cols, float below) {
    return [=](std::uint64_t seed) {
        const float peak = seed == 1 ? 2.0F : -1.0F;
        HostMatrix matrix = constant(rows, cols, peak - below);
        matrix.contents = "one high score and many far below it";
        for (std::int64_t r = 0; r < rows; ++r)
            matrix.at(r, 0) = peak;
        return matrix;
    };
}

/// Launches, and then adds up each row of the output in double.
bool rows_sum_to_one(const FunctionUnderTest& function, const InputMaker& input, int threads,
                     double most) {
    const HostMatrix data = input(1);
    const std::int64_t rows = data.rows;
    const std::int64_t cols = data.cols;
    std::vector<float> output;
    LaunchPlan plan;
    plan.input = input;
    plan.threads_per_block = threads;
    plan.values_matter = false;
    plan.first_output = &output;
    if (!check_launch(function, plan)) return false;
    for (std::int64_t r = 0; r < rows; ++r) {
        const double sum =
            std::accumulate(output.begin() + r * cols, output.begin() + (r + 1) * cols, 0.0);
        if (std::abs(sum - 1.0) <= most) continue;
        LaunchFacts facts;
        facts.function = &function;
        facts.data = data.contents;
        facts.arguments.rows = rows;
        facts.arguments.cols = facts.arguments.ldx = facts.arguments.ldy = cols;
        facts.arguments.threads_per_block = threads;
        char text[160];
        std::snprintf(text, sizeof text,
                      "The elements of row %lld add up to %.9f; it may be 1 give or take %g.",
                      static_cast<long long>(r), sum, most);
        fail(describe_problem(facts, text,
                              "The sum in the denominator has the error of a plain float32 sum: "
                              "what its additions lose is not counted, or not all of it."));
        return false;
    }
    LaunchPlan within_bound = plan;
    within_bound.values_matter = true;
    within_bound.first_output = nullptr;
    return check_launch(function, within_bound);
}

/// Rows of any width are compensated, not only wide ones. One thread, so that nothing is merged.
void narrow_rows_sum_to_one(const FunctionUnderTest& function) {
    for (const std::int64_t cols : {64, 500, 4096}) {
        if (!rows_sum_to_one(function, one_peak_above_all(2, cols, kBelowOne), 1, 1e-6)) return;
    }
}

void wide_row_sums_to_one(const FunctionUnderTest& function) {
    for (const int threads : {8, 1024}) {
        if (!rows_sum_to_one(function, one_peak(1, kWide), threads, 1e-5)) return;
    }
    LaunchPlan far_below;
    far_below.input = one_peak_above_all(1, kWide, kFarBelowOne);
    far_below.threads_per_block = 1024;
    (void)check_launch(function, far_below);
}

}  // namespace

FunctionUnderTest compensated_softmax_under_test(
    const std::string& name, std::function<cudaError_t(const Arguments&)> call) {
    SoftmaxFunction function;
    function.call = std::move(call);
    function.numerics = compensated_numerics;
    FunctionUnderTest under_test = softmax_under_test(name, function);
    under_test.is_compensated = true;
    return under_test;
}

CheckList compensated_softmax_contract(const FunctionUnderTest& function) {
    CheckList list;
    for (const NamedCheck& check : softmax_contract(function)) {
        if (check.property == "WidthThresholds") {
            list.push_back(
                {"RowsSumToOne", [=] {
                     for (const int threads : {1, 4, 128}) {
                         if (!rows_sum_to_one(function, one_peak(4, 8192), threads, 2e-5)) return;
                     }
                     narrow_rows_sum_to_one(function);
                 }});
            list.push_back({"WideRowSumsToOne", [=] { wide_row_sums_to_one(function); }});
        }
        list.push_back(check);
    }
    return list;
}

}  // namespace workshop::checks
