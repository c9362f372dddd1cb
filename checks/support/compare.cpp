// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "compare.hpp"

#include <bit>
#include <cmath>

#include "poison.hpp"

namespace workshop::checks {

namespace {

void add_wrong(Comparison& comparison, std::size_t index, float got) {
    comparison.wrong[index] = true;
    if (comparison.first < 0) comparison.first = static_cast<std::int64_t>(index);
    ++comparison.wrong_count;
    if (is_never_written(got)) {
        ++comparison.never_written_count;
    } else if (std::isnan(got)) {
        ++comparison.nan_count;
    }
}

Comparison empty_comparison(std::int64_t rows, std::int64_t cols) {
    Comparison comparison;
    comparison.rows = rows;
    comparison.cols = cols;
    comparison.wrong.assign(static_cast<std::size_t>(rows * cols), false);
    return comparison;
}

}  // namespace

bool element_is_right(float got, Wanted kind, double wanted, double bound) {
    if (is_never_written(got)) return false;
    switch (kind) {
        case Wanted::anything:
            return true;
        case Wanted::nan:
            return std::isnan(got);
        case Wanted::value:
            break;
    }
    if (std::isinf(wanted)) return static_cast<double>(got) == wanted;
    const double error = std::abs(static_cast<double>(got) - wanted);
    return error <= bound;  // false for a NaN
}

Comparison compare(const std::vector<float>& got, const Expected& expected) {
    Comparison comparison = empty_comparison(expected.rows, expected.cols);
    for (std::size_t i = 0; i < expected.values.size(); ++i) {
        if (!element_is_right(got[i], expected.kinds[i], expected.values[i], expected.bounds[i])) {
            add_wrong(comparison, i, got[i]);
        }
    }
    return comparison;
}

Comparison find_never_written(const std::vector<float>& got, std::int64_t rows, std::int64_t cols) {
    Comparison comparison = empty_comparison(rows, cols);
    for (std::size_t i = 0; i < comparison.wrong.size(); ++i) {
        if (is_never_written(got[i])) add_wrong(comparison, i, got[i]);
    }
    return comparison;
}

Comparison compare_bits(const std::vector<float>& first, const std::vector<float>& second,
                        std::int64_t rows, std::int64_t cols) {
    Comparison comparison = empty_comparison(rows, cols);
    for (std::size_t i = 0; i < comparison.wrong.size(); ++i) {
        const bool same =
            std::bit_cast<std::uint32_t>(first[i]) == std::bit_cast<std::uint32_t>(second[i]);
        // Two NaNs are the same result even if the hardware chose other bits for the second.
        const bool both_nan = std::isnan(first[i]) && std::isnan(second[i]) &&
                              is_never_written(first[i]) == is_never_written(second[i]);
        if (!same && !both_nan) add_wrong(comparison, i, second[i]);
    }
    return comparison;
}

}  // namespace workshop::checks
