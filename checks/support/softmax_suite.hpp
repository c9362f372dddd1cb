// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The contract of every softmax lesson as one suite of checks.

#include <cstdint>
#include <functional>
#include <string>

#include "bounds.hpp"
#include "common_checks.hpp"
#include "function_under_test.hpp"

namespace workshop::checks {

/// @brief One softmax function, and what its contract says about its sum.
struct SoftmaxFunction {
    bool has_block_size = true;
    bool thread_a_row =
        false;  ///< a thread takes one row, so more rows than a grid has are refused
    std::function<cudaError_t(const Arguments&)> call;
    std::function<SoftmaxNumerics(std::int64_t cols, int threads_per_block)> numerics;
};

/// @brief The softmax function as the common checks see it.
FunctionUnderTest softmax_under_test(const std::string& name, const SoftmaxFunction& function);

/// @brief The whole suite, in the order in which a student should meet the checks.
CheckList softmax_contract(const FunctionUnderTest& function);

/// @brief Registers the whole suite under the function's name.
void register_softmax_contract(const std::string& name, const SoftmaxFunction& function);

/// @brief Special values: masks, infinities, NaN, large and equal values.
CheckList softmax_value_checks(const FunctionUnderTest& function);

/// @brief RealAttentionScores: every file of the `data/` folder.
CheckList attention_checks(const FunctionUnderTest& function);

}  // namespace workshop::checks
