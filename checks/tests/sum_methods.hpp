// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Ways to add up float32 values on the host, to be compared. Every way adds in the order of
///        the row, where it has one.

#include <cstdint>
#include <vector>

namespace workshop::checks {

float serial_sum(const std::vector<float>& x);
/// @brief Halves the row until 8 elements are left, and adds the halves' sums.
float pairwise_sum(const std::vector<float>& x);
float kahan_sum(const std::vector<float>& x);
/// @brief One compensation for the whole row.
float neumaier_sum(const std::vector<float>& x);
/// @brief As a block of lesson 6: shares of threads in runs of 4096, pairs merged by trees.
float merged_sum(const float* x, std::int64_t count, int threads);
/// @brief Adds in double and rounds once.
float double_sum(const std::vector<float>& x);

/// @brief neumaier_sum() compiled with -ffast-math.
float neumaier_sum_fast_math(const std::vector<float>& x);
/// @brief neumaier_sum() compiled with -O3 and nothing that breaks the rules of IEEE arithmetic.
float neumaier_sum_optimised(const std::vector<float>& x);

}  // namespace workshop::checks
