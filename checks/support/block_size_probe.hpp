// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief For kernels in which the threads of a block share a row: which block sizes are right?

#include <array>
#include <string>
#include <vector>

#include "function_under_test.hpp"

namespace workshop::checks {

/// @brief How many of kProbeOnes ones a block of some size counts.
struct OnesCounted {
    int threads;
    double ones;
};
constexpr int kProbeOnes = 1024;
/// The block sizes that are asked for.
constexpr std::array<int, 8> kProbeSizes{1, 31, 32, 64, 100, 128, 256, 1024};

/// @brief What was found out by several block sizes. Both are empty when all are right, when a
///        launch fails before a value is wrong, or when this process has asked for this function
///        before.
struct BlockSizeProbe {
    std::string words;  ///< one sentence: which sizes are right, and what the others give
    std::string cause;  ///< likely cause; empty where the numbers do not tell
    std::string count;  ///< how many ones are missing or too many, where it is one or more
};

/// @brief The likely cause of too few ones, or too many.
/// @param[in] wrong of the block sizes that count wrong; those that are not in it are right
/// @return empty when the numbers fit no known mistake
std::string cause_of_ones(const std::vector<OnesCounted>& wrong);

/// @brief Says of the first wrong block size how many ones are missing, or too many. In a sum of
///        ones nothing is rounded.
/// @return empty where it is less than one of them
std::string missing_ones(const std::vector<OnesCounted>& wrong);

/// @brief Whether each thread adds a single element, as the numbers of ones say.
bool counts_one_each(const std::vector<OnesCounted>& wrong);

/// @brief Whether there is anything to ask: the threads of a block share a row, the caller chooses
///        how many they are, and this process has not asked for this function before.
bool can_probe_block_sizes(const FunctionUnderTest& function);

/// @brief Runs the function on a row of ones with several block sizes. In a sum of ones it can be
///        read how many values are missing or counted twice.
BlockSizeProbe probe_block_sizes(const FunctionUnderTest& function);

}  // namespace workshop::checks
