// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Compares an output with what is wanted, and keeps every element that is wrong.

#include <cstdint>
#include <vector>

#include "expected.hpp"

namespace workshop::checks {

/// @brief Whether one element is right. A NaN where a value is wanted is wrong.
bool element_is_right(float got, Wanted kind, double wanted, double bound);

/// @brief The outcome of a comparison.
struct Comparison {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::vector<bool> wrong;  ///< one flag an element, row-major
    std::int64_t wrong_count = 0;
    std::int64_t never_written_count = 0;
    std::int64_t nan_count = 0;  ///< wrong elements that are a computed NaN
    std::int64_t first = -1;     ///< index of the first wrong element, row-major

    /// @brief Whether no element is wrong.
    bool all_right() const { return wrong_count == 0; }
};

/// @brief Compares every element. Nothing is skipped: an element that holds the "never written"
///        pattern is wrong whatever is wanted there.
/// @param[in] got rows x cols values, row-major
Comparison compare(const std::vector<float>& got, const Expected& expected);

/// @brief Finds elements that were never written, and nothing else.
Comparison find_never_written(const std::vector<float>& got, std::int64_t rows, std::int64_t cols);

/// @brief Finds elements whose bits differ between two outputs.
Comparison compare_bits(const std::vector<float>& first, const std::vector<float>& second,
                        std::int64_t rows, std::int64_t cols);

}  // namespace workshop::checks
