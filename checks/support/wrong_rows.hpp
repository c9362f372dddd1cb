// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the wrong rows of an output have in common with their input, and with each other.

#include <cstdint>
#include <vector>

#include "compare.hpp"
#include "host_matrix.hpp"

namespace workshop::checks {

/// @brief A row that holds what belongs into an earlier or later one, which nobody wrote.
struct LateRow {
    std::int64_t row = -1;   ///< -1: there is none
    std::int64_t from = -1;  ///< the row whose result it holds
};

/// @brief Whether each wrong element is sum * sum times what is wanted, where the sum is that of
///        exp(x - max) of its row: it was multiplied by the sum, and not divided by it.
bool is_multiplied_by_sum(const Comparison& comparison, const HostMatrix& x,
                          const std::vector<float>& got, const Expected& expected);

/// @brief Looks for wrong rows that were written with the results of rows that nobody wrote.
/// @return the first of them, if all that are looked at are such rows
LateRow find_late_row(const Comparison& comparison, const std::vector<float>& got,
                      const Expected& expected);

}  // namespace workshop::checks
