// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The idea check of a reduction: how the values of a block's threads become one. A kernel
///        in which one thread adds up what all others bring is right, and misses the point. It
///        needs the CPU device, which records every step of a small launch.

#include "function_under_test.hpp"
#include "register_check.hpp"

namespace workshop::checks {

/// @brief What a function's contract says of its reductions.
enum class ReducedBy {
    not_looked_at,
    tree,      ///< IdeaTree: every thread's value in shared memory, pairs in log2(threads) steps
    shuffles,  ///< IdeaShuffles: every warp by shuffles, and a fixed number of barriers
    either,    ///< IdeaFewSteps: some way whose steps grow with log2(threads) only
};

/// @brief How the threads' values of one row become one.
struct Reduction {
    ReducedBy by = ReducedBy::not_looked_at;
    int reductions = 1;  ///< one after the other: 2 for a maximum and then a sum
    int words = 1;       ///< floats that a thread brings to all of them together: 2 for one pair
};

/// @brief IdeaTree, IdeaShuffles or IdeaFewSteps: one row, in blocks of 1024 and of 1000 threads.
/// @param[in] reduction is looked at
NamedCheck reduction_check(const FunctionUnderTest& function, const Reduction& reduction);

}  // namespace workshop::checks
