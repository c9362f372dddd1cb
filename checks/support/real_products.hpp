// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The matrix products behind the attention scores in data/: queries, keys and scores of one
///        head, each as the data of one call.

#include <cstddef>
#include <vector>

#include "gemm_case.hpp"
#include "workshop/attention_scores.hpp"
#include "workshop/projection.hpp"

namespace workshop::checks {

/// @brief The most by which scores that three float32 products made may differ from those in
///        data/causal.scores. Scores reach 40, and sums that long are off by a few 1e-5.
inline constexpr double kMostScoreDifference = 1e-4;

/// @brief A row-major matrix of real data from its values.
HostMatrix real_matrix(std::int64_t rows, std::int64_t cols, const std::vector<float>& values);

/// @brief Queries: input * weights + bias, positions x head_width, with alpha = beta = 1.
GemmData query_product(const Projection& real);

/// @brief Keys, transposed: weights^T * input^T + bias, head_width x positions, alpha = beta = 1.
GemmData key_product(const Projection& real);

/// @brief Scores: queries * keys, positions x positions, with alpha = score_scale() and beta = 0.
/// @param[in] query, keys what the two products before it gave
GemmData score_product(const HostMatrix& query, const HostMatrix& keys);

/// @brief 1 / sqrt(head_width).
float score_scale(const Projection& real);

/// @brief The largest difference to the scores that the model itself gives; NaN when one is NaN.
///        Those behind the causal mask are -inf there and not compared.
/// @param[in] scores positions x positions
/// @param[in] wanted data/causal.scores
/// @param[in] head   number of the head in `wanted`
double worst_score_difference(const HostMatrix& scores, const AttentionScores& wanted,
                              std::size_t head);

}  // namespace workshop::checks
