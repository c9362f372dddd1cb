// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The exact results, computed in double, with sums in long double.

#include "bounds.hpp"
#include "expected.hpp"
#include "host_matrix.hpp"

namespace workshop::checks {

/// @brief Softmax of every row, as the contract of lesson 1 defines it, special rows included.
Expected softmax_oracle(const HostMatrix& x, SoftmaxNumerics numerics);

/// @brief Sum of every row: rows x 1. NaN and infinities follow IEEE addition.
/// @param[in] chain longest chain of additions, from longest_chain()
Expected row_sum_oracle(const HostMatrix& x, std::int64_t chain);

/// @brief Maximum and sum of exp(x - maximum) of every row: rows x 2.
///
/// A row without any value above -inf gives {-inf, 0}. A row with a NaN or +inf gives any maximum
/// and a NaN sum.
Expected max_sum_oracle(const HostMatrix& x, SoftmaxNumerics numerics);

}  // namespace workshop::checks
