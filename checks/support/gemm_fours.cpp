// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "gemm_fours.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace workshop::checks {

namespace {

constexpr std::int64_t kFour = 4;

using Value = std::function<double(std::int64_t row, std::int64_t column)>;

/// Whether some of the wrong elements, from all over C, are what a mistake would give.
bool explains(const Value& sum, const GemmPlan& plan, const GemmData& data,
              const std::vector<float>& got, const GemmResult& wanted,
              const Comparison& comparison) {
    constexpr std::int64_t kLookAt = 64;
    const std::int64_t step = std::max<std::int64_t>(comparison.wrong_count / kLookAt, 1);
    std::int64_t number = 0;
    for (std::size_t i = 0; i < comparison.wrong.size(); ++i) {
        if (!comparison.wrong[i] || number++ % step != 0) continue;
        const std::int64_t row = static_cast<std::int64_t>(i) / plan.shape.n;
        const std::int64_t column = static_cast<std::int64_t>(i) % plan.shape.n;
        const double old = plan.beta == 0.0F ? 0.0 : plan.beta * double{data.c.at(row, column)};
        const double value = plan.alpha * sum(row, column) + old;
        const double bound = 4.0 * wanted.expected.bounds[i] + 1e-6 * std::abs(value);
        if (!(std::abs(got[i] - value) <= bound)) return false;
    }
    return number > 0;
}

/// Whether the elements of a row are loaded four at a time, as far as they go.
bool in_fours(std::int64_t ld, std::int64_t offset) {
    return ld % kFour == 0 && offset == 0;
}

}  // namespace

std::string guess_one_of_four(const GemmPlan& plan, const GemmData& data,
                              const std::vector<float>& got, const GemmResult& wanted,
                              const Comparison& comparison) {
    const std::int64_t depth = plan.shape.k;
    const std::int64_t n = plan.shape.n;
    // Without whole fours, all elements are loaded one by one; else only those that are left.
    const std::int64_t singles_a =
        in_fours(depth + plan.gap_a, plan.offset_a) ? depth / kFour * kFour : 0;
    const std::int64_t singles_b = in_fours(n + plan.gap_b, plan.offset_b) ? n / kFour * kFour : 0;
    constexpr std::array<const char*, kFour> kNumbers{"first", "second", "third", "fourth"};
    constexpr std::array<char, kFour> kNames{'x', 'y', 'z', 'w'};
    for (std::size_t left_out = 0; left_out < kNames.size(); ++left_out) {
        const auto is_left_out = [=](std::int64_t index, std::int64_t singles) {
            return index >= singles && index % kFour == static_cast<std::int64_t>(left_out);
        };
        const Value sum = [&](std::int64_t row, std::int64_t column) {
            double total = 0.0;
            if (is_left_out(column, singles_b)) return total;
            for (std::int64_t i = 0; i < depth; ++i) {
                if (!is_left_out(i, singles_a))
                    total += double{data.a.at(row, i)} * data.b.at(i, column);
            }
            return total;
        };
        if (!explains(sum, plan, data, got, wanted, comparison)) continue;
        return std::string("The ") + kNumbers[left_out] +
               " of four neighbours is left out: where they are loaded one by one, ." +
               kNames[left_out] +
               " stays 0. Each of .x, .y, .z and .w needs its own line, and its own test.";
    }
    return {};
}

}  // namespace workshop::checks
