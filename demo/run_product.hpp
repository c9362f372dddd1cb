// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Runs a matrix product on the weights and activations of a transformer: from the input of
///        a layer to the attention scores of one head, three products one after the other.

#include <vector>

#include "kernel_run.hpp"
#include "kernel_table.hpp"
#include "workshop/attention_scores.hpp"
#include "workshop/projection.hpp"

namespace workshop::demo {

/// @brief Runs the three products, each on what the one before it gave. Every element of each is
///        compared with the product of the same matrices in double.
/// @return the runs "queries", "keys" and "scores"
/// @throws workshop::CudaError when a CUDA call or the launch fails
std::vector<KernelRun> run_products(const DemoProduct& product, const Projection& real);

/// @brief How far the scores of one run are from those that the model itself gives.
/// @param[in] run  the last one of run_products()
/// @param[in] real what it was made from
/// @param[in] model the scores of the same text
/// @return the largest difference, or NaN when one is
/// @throws std::runtime_error when `model` has not the head of `real`
double difference_to_model(const KernelRun& run, const Projection& real,
                           const AttentionScores& model);

}  // namespace workshop::demo
