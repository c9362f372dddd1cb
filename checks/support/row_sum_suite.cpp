// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "row_sum_suite.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "device.hpp"
#include "few_blocks.hpp"
#include "guarded_matrix.hpp"
#include "launch.hpp"
#include "oracle.hpp"
#include "special_rows.hpp"

namespace workshop::checks {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

bool check_input(const FunctionUnderTest& function, const InputMaker& input, int threads) {
    LaunchPlan plan;
    plan.input = input;
    plan.threads_per_block = threads;
    return check_launch(function, plan);
}

InputMaker ones(std::int64_t rows, std::int64_t cols) {
    return [=](std::uint64_t seed) {
        // Both seeds give sums that float32 holds exactly, in every order of additions.
        HostMatrix matrix = constant(rows, cols, seed == 1 ? 1.0F : 2.0F);
        matrix.contents = seed == 1 ? "ones" : "twos";
        return matrix;
    };
}

/// Sums of ones are exact, so they must be hit exactly: the bound is 0.
FunctionUnderTest exact(const FunctionUnderTest& function) {
    FunctionUnderTest result = function;
    result.oracle = [](const HostMatrix& x, int) {
        Expected expected(x.rows, 1);
        for (std::int64_t r = 0; r < x.rows; ++r) {
            expected.set(r, 0, static_cast<double>(x.cols) * x.at(r, 0), 0.0);
        }
        return expected;
    };
    return result;
}

void one_million_ones(const FunctionUnderTest& function) {
    // The CPU device adds a million ones in some milliseconds: few rows are enough there.
    const bool few = on_cpu_device();
    for (const auto& [rows, threads] :
         {std::pair{1, 2}, {few ? 3 : 7, 96}, {1, 768}, {few ? 1 : 3, 1000}, {few ? 1 : 31, 32}}) {
        if (!check_input(exact(function), ones(rows, 1000000), threads)) return;
    }
    check_input(exact(function), ones(31, 1000000 / 31), 32);
}

/// The same sum on every launch: nothing is left over, nothing races.
void same_sum_every_time(const FunctionUnderTest& function) {
    constexpr std::int64_t kOnes = 1 << 20;
    const HostMatrix data = ones(1, kOnes)(1);
    GuardedMatrix x("x", 1, kOnes, kOnes, 0);
    GuardedMatrix sum("the output", 1, 1, 1, 0);
    x.upload(data.values);
    const int launches = on_cpu_device() ? 20 : 1000;
    for (int launch = 0; launch < launches; ++launch) {
        const int threads = launch % 2 == 0 ? 256 : 1000;
        LaunchFacts facts;
        facts.function = &function;
        facts.arguments = {1, kOnes, x.data(), kOnes, sum.data(), 1, threads, nullptr};
        facts.data = data.contents;
        facts.attempt = "launch " + std::to_string(launch + 1) + " of " + std::to_string(launches);
        sum.upload_poison();
        if (!call_and_wait(facts)) return;
        sum.download();
        const Expected expected = exact(function).oracle(data, threads);
        const Comparison comparison = compare(sum.values(), expected);
        if (comparison.all_right()) continue;
        fail(describe_mismatch(facts, data, sum.values(), expected, comparison));
        return;
    }
}

/// Rows shorter than the block, and exactly as long: the second stage must not read what no warp
/// wrote.
void fewer_elements_than_threads(const FunctionUnderTest& function) {
    for (const auto& [cols, threads] : {std::pair{256, 256},
                                        {1, 256},
                                        {1, 1024},
                                        {1, 1},
                                        {2, 33},
                                        {31, 64},
                                        {33, 1024},
                                        {255, 256},
                                        {100, 992}}) {
        if (!check_input(function, slopes_maker(3, cols), threads)) return;
    }
}

void special_values(const FunctionUnderTest& function) {
    const auto input = [](std::uint64_t seed) {
        HostMatrix matrix = normals(8, 300, seed);
        matrix.contents = "rows with NaN and infinities";
        matrix.at(1, 0) = kNan;
        matrix.at(2, 299) = kInfinity;
        matrix.at(3, 150) = -kInfinity;
        matrix.at(5, 40) = kInfinity;
        matrix.at(5, 41) = -kInfinity;
        matrix.at(6, 299) = kNan;
        return matrix;
    };
    for (const int threads : {32, 100, 128}) {
        if (!check_input(function, input, threads)) return;
    }
    const SpecialRows special{"rows with NaN and infinities",
                              {row_with(kNan), row_with(kInfinity), row_with(-kInfinity),
                               ordinary_row(), row_with_masked_neighbours(kInfinity)}};
    if (!check_on_every_path(function, special)) return;
    (void)check_special_second_rows(function, special);
}

/// The terms nearly cancel: the bound scales with their size and not with the small result. Times a
/// power of two, all stays the same: no value is too small or too large to count.
void cancellation(const FunctionUnderTest& function) {
    const auto input = [](std::uint64_t seed) {
        HostMatrix matrix = normals(4, 1024, seed);
        matrix.contents = "values of which half nearly cancel the others";
        for (std::int64_t r = 0; r < matrix.rows; ++r) {
            for (std::int64_t c = 0; c < 512; ++c) {
                matrix.at(r, c) = 1e4F * matrix.at(r, c);
                matrix.at(r, 1023 - c) = 0.5F - matrix.at(r, c);
            }
        }
        return matrix;
    };
    if (!check_input(function, input, 64)) return;
    for (const int power : {-60, 60}) {
        const auto scaled = [=](std::uint64_t seed) {
            HostMatrix matrix = input(seed);
            matrix.contents += ", times 2^" + std::to_string(power);
            for (float& value : matrix.values)
                value = std::ldexp(value, power);
            return matrix;
        };
        if (!check_input(function, scaled, 64)) return;
    }
}

void empty_rows(const FunctionUnderTest& function) {
    for (const bool null : {false, true}) {
        FunctionUnderTest without_columns = function;
        without_columns.call = [&](const Arguments& arguments) {
            Arguments changed = arguments;
            if (null) changed.x = nullptr;
            return function.call(changed);
        };
        LaunchPlan plan;
        plan.input = [](std::uint64_t) { return HostMatrix(5, 0, "no columns"); };
        if (!check_launch(without_columns, plan)) return;
        // What one thread begins with is the result. With more threads a merge may hide it.
        plan.threads_per_block = 1;
        if (!check_launch(without_columns, plan)) return;
    }
}

}  // namespace

FunctionUnderTest row_sum_under_test(const std::string& name,
                                     std::function<cudaError_t(const Arguments&)> call) {
    FunctionUnderTest under_test;
    under_test.name = name;
    under_test.has_leading_dimension_y = false;
    under_test.may_be_in_place = false;
    under_test.shares_a_row = true;
    under_test.output_cols = 1;
    under_test.call = std::move(call);
    under_test.oracle = [](const HostMatrix& x, int threads) {
        return row_sum_oracle(x, longest_chain(x.cols, threads));
    };
    return under_test;
}

CheckList empty_row_checks(const FunctionUnderTest& function) {
    return {{"EmptyRows", [=] { empty_rows(function); }}};
}

CheckList row_sum_contract(const FunctionUnderTest& function) {
    CheckList list = shape_checks(function);
    append(list, {
                     {"FewerElementsThanThreads", [=] { fewer_elements_than_threads(function); }},
                     {"OneMillionOnes", [=] { one_million_ones(function); }},
                     {"SameSumEveryTime", [=] { same_sum_every_time(function); }},
                     {"Cancellation", [=] { cancellation(function); }},
                     {"NanAndInfinity", [=] { special_values(function); }},
                 });
    append(list, empty_row_checks(function));
    append(list, memory_checks(function));
    append(list, argument_checks(function));
    append(list, repetition_checks(function));
    append(list, large_matrix_checks(function));
    return list;
}

void register_row_sum_contract(const std::string& name,
                               std::function<cudaError_t(const Arguments&)> call) {
    register_checks(name, row_sum_contract(row_sum_under_test(name, std::move(call))));
}

}  // namespace workshop::checks
