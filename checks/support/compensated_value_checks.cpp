// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "compensated_sum_suite.hpp"
#include "device.hpp"
#include "launch.hpp"

namespace workshop::checks {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kLargest = std::numeric_limits<float>::max();
constexpr float k2To24 = 16777216.0F;

bool check_input(const FunctionUnderTest& function, const InputMaker& input, int threads) {
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

void small_beside_large(const FunctionUnderTest& function) {
    const auto input = rows_of({{1e8F, 1, -1e8F}, {1e8F, -1e8F, 3}, {-1e8F, 2, 1e8F}},
                               "one small value beside two large ones that cancel");
    for (const int threads : {1, 2, 32}) {
        if (!check_input(function, input, threads)) return;
    }
}

/// Here a value is larger than the sum so far, so that the sum loses digits and not the value.
void larger_than_the_sum(const FunctionUnderTest& function) {
    // The last row is about the range: no step of the formula may overflow.
    const auto input = rows_of({{1, 1e8F, 1, -1e8F},
                                {1, 1e8F, -1e8F, 4},
                                {-1, -3e8F, -1, 3e8F},
                                {1, -1e8F, 1, 1e8F},
                                {3, -kLargest, kLargest, 0.5F}},
                               "a value that is larger than the sum before it");
    for (const int threads : {1, 2, 3, 32}) {
        if (!check_input(function, input, threads)) return;
    }
}

/// +L, -L, +L, ... and little more. With an even number of threads each has values of one sign, so
/// that all the cancelling is left to the merges.
void alternating_large_values(const FunctionUnderTest& function) {
    const auto input = [](std::uint64_t seed) {
        HostMatrix matrix = normals(3, 1000, seed);
        matrix.contents = "large values of alternating sign that cancel but for a small rest";
        for (std::int64_t r = 0; r < matrix.rows; ++r) {
            for (std::int64_t c = 0; c < matrix.cols; c += 2) {
                const float large = 1e6F * (2.0F + matrix.at(r, c));
                matrix.at(r, c) = large;
                matrix.at(r, c + 1) = matrix.at(r, c + 1) - large;
            }
        }
        return matrix;
    };
    for (const int threads : {1, 33, 64, 250}) {
        if (!check_input(function, input, threads)) return;
    }
}

/// The same values in six orders: every order has its own roundings, and none may show. Times a
/// power of two they stay the same values: what is lost is as large a part of them, however small.
void order_of_values(const FunctionUnderTest& function) {
    const auto six_orders = [](std::uint64_t seed) {
        constexpr std::int64_t kCols = 600;
        HostMatrix values = normals(1, kCols, seed);
        for (std::int64_t c = 0; c < kCols; ++c)
            values.at(0, c) *= std::ldexp(1.0F, static_cast<int>(c % 24) - 12);
        HostMatrix matrix(6, kCols, "the same values of many sizes in six orders");
        for (std::int64_t r = 0; r < matrix.rows; ++r)
            std::copy(values.row(0), values.row(0) + kCols, matrix.row(r));
        const auto sort = [&](std::int64_t row, const auto& before) {
            std::sort(matrix.row(row), matrix.row(row) + kCols, before);
        };
        const auto by_size = [](float a, float b) { return std::abs(a) < std::abs(b); };
        std::reverse(matrix.row(1), matrix.row(1) + kCols);
        sort(2, [](float a, float b) { return a < b; });
        sort(3, [](float a, float b) { return a > b; });
        sort(4, by_size);
        sort(5, [&](float a, float b) { return by_size(b, a); });
        return matrix;
    };
    const auto scaled = [=](int power) {
        return [=](std::uint64_t seed) {
            HostMatrix matrix = six_orders(seed);
            matrix.contents += ", times 2^" + std::to_string(power);
            for (float& value : matrix.values)
                value = std::ldexp(value, power);
            return matrix;
        };
    };
    for (const int threads : {1, 32, 100}) {
        if (!check_input(function, six_orders, threads)) return;
    }
    // Times 2^110 the sums lie above 1e37, and yet none overflows.
    for (const int power : {-40, 40, 110}) {
        if (!check_input(function, scaled(power), 32)) return;
    }
}

void infinity_stays(const FunctionUnderTest& function) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto input = rows_of({{kInfinity, 1, 2, 3, 4},
                                {1, 2, 3, 4, kInfinity},
                                {1, -kInfinity, 3, 4, 5},
                                {kInfinity, kInfinity, 1, kInfinity, 1},
                                {-kInfinity, -kInfinity, -kInfinity, -kInfinity, -kInfinity},
                                {1, 2, 3, 4, 5},
                                {kInfinity, 1, -kInfinity, 1, 1},
                                {1, nan, 1, kInfinity, 1},
                                {nan, nan, nan, nan, nan},
                                {-0.0F, 0, -0.0F, 0, -0.0F}},
                               "rows with infinities, a NaN, zeros");
    for (const int threads : {1, 2, 5, 33}) {
        if (!check_input(function, input, threads)) return;
    }
}

/// 0.1 is no float: every addition rounds, and over long stretches in the same direction. The error
/// of a plain sum, and that of its compensation as well, grow with the length.
void many_tenths(const FunctionUnderTest& function) {
    const auto input = [](std::int64_t cols) {
        return [=](std::uint64_t seed) {
            HostMatrix matrix = constant(1, cols, seed == 1 ? 0.1F : 0.3F);
            matrix.contents = seed == 1 ? "0.1 in every column" : "0.3 in every column";
            return matrix;
        };
    };
    for (const auto& [cols, threads] :
         {std::pair<std::int64_t, int>{8192, 1}, {1 << 18, 1}, {1 << 19, 2}}) {
        if (!check_input(function, input(cols), threads)) return;
    }
    if (!on_cpu_device()) check_input(function, input(1 << 24), 32);
}

/// With a bound of one rounding of the result, whatever their number.
void ones_up_to_2_to_24(const FunctionUnderTest& function) {
    const auto ones = [](std::int64_t cols) {
        return [=](std::uint64_t seed) {
            HostMatrix matrix = constant(1, cols, seed == 1 ? 1.0F : 3.0F);
            matrix.contents = seed == 1 ? "ones" : "threes";
            return matrix;
        };
    };
    // The CPU device takes a second for 2^24 additions, and each case is launched three times.
    const int largest = on_cpu_device() ? 20 : 24;
    for (int power = 12; power <= largest; power += 4) {
        if (!check_input(function, ones(std::int64_t{1} << power), 256)) return;
    }
}

/// 2^24 + 1 is no float, so a plain sum stays at 2^24 however many ones follow.
void ones_past_2_to_24(const FunctionUnderTest& function) {
    const auto input = [](std::uint64_t seed) {
        const float one = seed == 1 ? 1.0F : 2.0F;
        HostMatrix matrix = constant(2, 4000, one);
        matrix.contents = seed == 1 ? "2^24 and then ones" : "2^25 and then twos";
        matrix.at(0, 0) = one * k2To24;
        matrix.at(1, 3) = one * k2To24;
        return matrix;
    };
    for (const int threads : {1, 32, 128}) {
        if (!check_input(function, input, threads)) return;
    }
}

}  // namespace

CheckList compensated_value_checks(const FunctionUnderTest& function) {
    return {
        {"SmallBesideLarge", [=] { small_beside_large(function); }},
        {"LargerThanTheSum", [=] { larger_than_the_sum(function); }},
        {"OnesPast2To24", [=] { ones_past_2_to_24(function); }},
        {"ManyTenths", [=] { many_tenths(function); }},
        {"OnesUpTo2To24", [=] { ones_up_to_2_to_24(function); }},
        {"AlternatingLargeValues", [=] { alternating_large_values(function); }},
        {"OrderOfValues", [=] { order_of_values(function); }},
        {"InfinityStays", [=] { infinity_stays(function); }},
    };
}

}  // namespace workshop::checks
