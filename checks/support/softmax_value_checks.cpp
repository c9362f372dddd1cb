// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "few_blocks.hpp"
#include "launch.hpp"
#include "softmax_suite.hpp"
#include "special_rows.hpp"

namespace workshop::checks {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kLowest = std::numeric_limits<float>::lowest();  // -FLT_MAX

/// Where special values are launched again: a block of one thread merges nothing, so that what a
/// merge would put right stays wrong. Functions that choose their block themselves have no such
/// block.
std::vector<int> also_one_thread(const FunctionUnderTest& function) {
    return function.has_block_size ? std::vector<int>{kUsualThreads, 1}
                                   : std::vector<int>{kUsualThreads};
}

bool check_input(const FunctionUnderTest& function, const InputMaker& input,
                 int threads = kUsualThreads) {
    LaunchPlan plan;
    plan.input = input;
    plan.threads_per_block = threads;
    return check_launch(function, plan);
}

/// Rows of given values; with the second seed the rows come in reverse order.
InputMaker rows_of(const std::vector<std::vector<float>>& rows, const std::string& contents) {
    return [=](std::uint64_t seed) {
        const auto count = static_cast<std::int64_t>(rows.size());
        HostMatrix matrix(count, static_cast<std::int64_t>(rows.front().size()), contents);
        for (std::int64_t r = 0; r < count; ++r) {
            const auto& values = rows[static_cast<std::size_t>(seed == 1 ? r : count - 1 - r)];
            std::copy(values.begin(), values.end(), matrix.row(r));
        }
        return matrix;
    };
}

/// Normals with one value put at the first, a middle and the last place of rows 1, 3 and 5.
InputMaker with_value(std::int64_t cols, float value, const std::string& contents) {
    return [=](std::uint64_t seed) {
        HostMatrix matrix = normals(7, cols, seed);
        matrix.contents = contents;
        matrix.at(1, 0) = value;
        matrix.at(3, cols / 2) = value;
        matrix.at(5, cols - 1) = value;
        return matrix;
    };
}

void fully_masked_row(const FunctionUnderTest& function) {
    const std::string what = "a row that is all -inf between ordinary rows";
    if (!check_input(function,
                     rows_of({{1, 2, 3}, {-kInfinity, -kInfinity, -kInfinity}, {3, 1, 2}}, what))) {
        return;
    }
    for (const std::int64_t cols : {1, 33, 300}) {
        const auto input = [=](std::uint64_t seed) {
            HostMatrix matrix =
                masked_prefix(9, cols, seed, [=](std::int64_t r) { return r % 4 == 0 ? cols : 0; });
            matrix.contents = what;
            return matrix;
        };
        for (const int threads : also_one_thread(function)) {
            if (!check_input(function, input, threads)) return;
        }
    }
    const SpecialRow masked = filled_row(-kInfinity);
    check_on_every_path(function, {what, {masked, ordinary_row(), masked, ordinary_row(), masked}});
}

/// The value alone in many places of the row, the rest -inf: nothing but its own term can tell.
bool check_alone(const FunctionUnderTest& function, float value, const std::string& name,
                 int threads) {
    const std::string what = name + " alone among -inf";
    const InputMaker three = rows_of({{value, -kInfinity, -kInfinity},
                                      {-kInfinity, value, -kInfinity},
                                      {-kInfinity, -kInfinity, value},
                                      {1, 2, 3}},
                                     what);
    const auto wide = [=](std::uint64_t seed) {
        HostMatrix matrix = constant(30, 300, -kInfinity);
        matrix.contents = what;
        for (std::int64_t r = 0; r < matrix.rows; ++r)
            matrix.at(r, seed == 1 ? r * 299 / 29 : 299 - r * 299 / 29) = value;
        return matrix;
    };
    return check_input(function, three, threads) && check_input(function, wide, threads) &&
           check_input(function, rows_of({{value}, {1}, {-1}}, name + " in one column"), threads);
}

/// The value in rows of every path, beside ordinary and masked elements.
bool check_everywhere(const FunctionUnderTest& function, float value, const std::string& what) {
    return check_on_every_path(
        function, {what,
                   {row_with(value), row_with_masked_neighbours(value), row_masked_but_for(value),
                    ordinary_row(), ordinary_row()}});
}

void infinity_in_row(const FunctionUnderTest& function) {
    const std::string what = "rows with +inf";
    const InputMaker narrow = rows_of(
        {{kInfinity, 1, 2}, {1, 2, 3}, {0, kInfinity, kInfinity}, {-kInfinity, 1, kInfinity}},
        what);
    for (const int threads : also_one_thread(function)) {
        if (!check_input(function, narrow, threads)) return;
        for (const std::int64_t cols : {33, 300}) {
            if (!check_input(function, with_value(cols, kInfinity, what), threads)) return;
        }
        if (!check_alone(function, kInfinity, "+inf", threads)) return;
    }
    (void)check_everywhere(function, kInfinity, what);
}

void nan_in_row(const FunctionUnderTest& function) {
    const std::string what = "rows with NaN";
    const InputMaker narrow = rows_of(
        {{kNan, 1, 2}, {1, 2, 3}, {1, 2, kNan}, {-kInfinity, kNan, -kInfinity}, {kNan, kNan, kNan}},
        what);
    for (const int threads : also_one_thread(function)) {
        if (!check_input(function, narrow, threads)) return;
        for (const std::int64_t cols : {33, 300}) {
            if (!check_input(function, with_value(cols, kNan, what), threads)) return;
        }
        if (!check_alone(function, kNan, "NaN", threads)) return;
    }
    if (!check_everywhere(function, kNan, what) || !function.has_block_size) return;
    (void)check_special_second_rows(function, all_special_rows());
}

/// Masks of every length, across warps and whole shares of threads.
void masked_prefix_and_tail(const FunctionUnderTest& function) {
    for (const int threads : {32, 128}) {
        for (const std::int64_t cols : {5, 40, 520}) {
            const auto length = [=](std::int64_t r) { return r * (cols - 1) / 12; };
            const auto prefix = [=](std::uint64_t seed) {
                return masked_prefix(13, cols, seed, length);
            };
            const auto tail = [=](std::uint64_t seed) {
                return masked_tail(13, cols, seed, length);
            };
            if (!check_input(function, prefix, threads)) return;
            if (!check_input(function, tail, threads)) return;
        }
    }
    const SpecialRow half = half_masked_row(-kInfinity);
    check_on_every_path(function, {"normals of which half a row, or all but one, are -inf",
                                   {half, row_masked_but_for(-1.0F), half, ordinary_row(),
                                    row_with_masked_neighbours(-1.0F)}});
}

/// Every 4th group of 32 columns is -inf, or everything but one element: whole lanes, warps and
/// chunks of the row see nothing but -inf, and yet the row is good.
void masked_slices(const FunctionUnderTest& function) {
    const auto stripes = [](std::uint64_t seed) {
        HostMatrix matrix = normals(8, 300, seed);
        matrix.contents = "normals with groups of 32 columns of -inf";
        for (std::int64_t r = 0; r < matrix.rows; ++r) {
            for (std::int64_t c = 0; c < matrix.cols; ++c) {
                if (c / 32 % 4 == r % 4) matrix.at(r, c) = -kInfinity;
            }
        }
        return matrix;
    };
    const auto single = [](std::uint64_t seed) {
        HostMatrix matrix = constant(70, 70, -kInfinity);
        matrix.contents = "one number a row, the rest -inf";
        for (std::int64_t r = 0; r < matrix.rows; ++r) {
            matrix.at(r, (r + static_cast<std::int64_t>(seed)) % matrix.cols) =
                static_cast<float>(r) - 35.0F;
        }
        return matrix;
    };
    for (const int threads : {1, 32, 100, 128}) {
        if (!check_input(function, stripes, threads)) return;
    }
    for (const int threads : {32, 128}) {
        if (!check_input(function, single, threads)) return;
    }
    // -FLT_MAX is a number like any other: where it is the maximum, it is no mask.
    const auto lowest = [](std::uint64_t seed) {
        HostMatrix matrix = constant(70, 70, -kInfinity);
        matrix.contents = "-FLT_MAX in one or two columns, the rest -inf";
        for (std::int64_t r = 0; r < matrix.rows; ++r) {
            matrix.at(r, (r + static_cast<std::int64_t>(seed)) % matrix.cols) = kLowest;
            if (r % 3 == 0) matrix.at(r, (2 * r + 40) % matrix.cols) = kLowest;
        }
        return matrix;
    };
    for (const int threads : also_one_thread(function)) {
        if (!check_input(function, lowest, threads)) return;
    }
}

void large_values(const FunctionUnderTest& function) {
    if (!check_input(function, rows_of({{800, 1, 1}, {1, 800, 1}}, "a value of 800 among ones")) ||
        !check_input(function, rows_of({{1000, 1000}, {-1000, -1000}}, "two equal large values"))) {
        return;
    }
    for (const float shift : {1000.0F, -1000.0F, 1e6F}) {
        const auto input = [=](std::uint64_t seed) {
            HostMatrix matrix = normals(5, 100, seed);
            matrix.contents = "normals around " + std::to_string(static_cast<int>(shift));
            for (float& value : matrix.values)
                value += shift;
            return matrix;
        };
        if (!check_input(function, input)) return;
    }
    check_on_every_path(function, {"normals around 1000 and -1000, and a large one among others",
                                   {shifted_row(1000.0F), row_with(1000.0F), shifted_row(-1000.0F),
                                    ordinary_row(), row_with(-1000.0F)}});
}

/// Masks of -FLT_MAX in place of -inf, as many programs have them: beside a score they are as good
/// as -inf, and a row that is masked as a whole is a row of equal values.
void lowest_float_as_mask(const FunctionUnderTest& function) {
    const InputMaker narrow = rows_of({{kLowest, kLowest, kLowest, kLowest},
                                       {1, 2, kLowest, kLowest},
                                       {kLowest, kLowest, 2, 1},
                                       {kLowest, 0, kLowest, 3},
                                       {kLowest, kLowest, -3.4e38F, kLowest}},
                                      "rows masked with -FLT_MAX, the lowest float");
    const auto prefix = [](std::uint64_t seed) {
        HostMatrix matrix = masked_prefix(7, 300, seed, [](std::int64_t r) { return 50 * r; });
        matrix.contents = "normals whose first columns are -FLT_MAX, up to all of them";
        for (float& value : matrix.values)
            value = std::max(value, kLowest);
        return matrix;
    };
    for (const int threads : also_one_thread(function)) {
        if (!check_input(function, narrow, threads)) return;
        if (!check_input(function, prefix, threads)) return;
    }
    check_on_every_path(function, {"rows with -FLT_MAX, the lowest float, or 3e38",
                                   {filled_row(kLowest), row_with(3e38F), half_masked_row(kLowest),
                                    row_masked_but_for(kLowest), row_with(kLowest)}});
}

/// 3e38 and -3.4e38 are ordinary values: subtract before any scaling.
void extreme_finite(const FunctionUnderTest& function) {
    constexpr float kLargest = std::numeric_limits<float>::max();
    const std::string what = "values near the largest float";
    const bool ordinary = check_input(function, rows_of({{3e38F, -3.4e38F, 0, 3e38F},
                                                         {-3.4e38F, -3.4e38F, -3.4e38F, -3.4e38F},
                                                         {kLargest, kLargest, kLargest, kLargest},
                                                         {-kLargest, kLargest, 1, -1},
                                                         {-kLargest, -3e38F, -kLargest, -1e30F},
                                                         {1e-40F, -1e-40F, 0, -0.0F}},
                                                        what)) &&
                          check_input(function, with_value(300, 3e38F, what)) &&
                          check_input(function, with_value(300, -3.4e38F, what));
    if (ordinary) lowest_float_as_mask(function);
}

void all_equal_minus_1000(const FunctionUnderTest& function) {
    const auto input = [](std::uint64_t seed) {
        HostMatrix matrix = constant(3, 512, seed == 1 ? -1000.0F : -1024.0F);
        matrix.contents = seed == 1 ? "512 values of -1000" : "512 values of -1024";
        return matrix;
    };
    check_input(function, input);
}

/// The only element of a row always gets 1.
void width_one(const FunctionUnderTest& function) {
    check_input(function,
                rows_of({{-1e38F}, {0}, {1e38F}, {-3.4e38F}, {3.4e38F}, {1}, {-1}}, "one column"));
}

}  // namespace

CheckList softmax_value_checks(const FunctionUnderTest& function) {
    return {
        {"WidthOne", [=] { width_one(function); }},
        {"LargeValues", [=] { large_values(function); }},
        {"AllEqualMinus1000", [=] { all_equal_minus_1000(function); }},
        // Masks before extreme values: a mask is what people meet.
        {"MaskedPrefixAndTail", [=] { masked_prefix_and_tail(function); }},
        {"ExtremeFinite", [=] { extreme_finite(function); }},
        {"MaskedSlices", [=] { masked_slices(function); }},
        {"FullyMaskedRow", [=] { fully_masked_row(function); }},
        {"InfinityInRow", [=] { infinity_in_row(function); }},
        {"NanInRow", [=] { nan_in_row(function); }},
    };
}

}  // namespace workshop::checks
