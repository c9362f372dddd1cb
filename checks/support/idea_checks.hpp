// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Checks of how a kernel works, not of what it computes: a kernel that is right but misses
///        the point of its lesson fails here. They need the CPU device, which counts every access;
///        on a GPU they are skipped, with the ncu command that shows the same figure.

#include <cstdint>
#include <string>
#include <vector>

#include "function_under_test.hpp"
#include "reduction_steps.hpp"
#include "register_check.hpp"

namespace workshop::checks {

/// @brief How the work should be shared out.
enum class WorkSharing {
    thread_a_row,  ///< neighbouring threads work on neighbouring rows
    block_a_row,   ///< all threads of a block work on one row
};

/// @brief What a lesson wants of one of its functions.
struct Idea {
    std::string name;  ///< of the function
    bool has_block_size = true;
    std::function<cudaError_t(const Arguments&)> call;
    WorkSharing sharing = WorkSharing::block_a_row;
    int most_reads = 1;            ///< of each element of the input
    std::int64_t output_cols = 0;  ///< as in FunctionUnderTest
    std::string output = "y";      ///< as in FunctionUnderTest
    bool wide = false;             ///< accesses of 16 bytes where addresses allow them
    std::string reads_are;         ///< what they are for: "one for the maximum, one for the sum"
    Reduction reduction;           ///< how the threads' values of a row become one
};

/// @brief IdeaOneThreadARow, or IdeaOneBlockARow, IdeaAllThreadsRead and IdeaNeighboursRead; and
///        IdeaReads. With a `reduction` also IdeaTree, IdeaShuffles or IdeaFewSteps. With `wide`
///        also IdeaWideLoads, IdeaWideStores, IdeaShiftedRows, IdeaRowsApart.
CheckList idea_checks(const Idea& idea);

/// @brief Registers the checks of an idea, and makes its function known to `make profile-lesson`.
void register_idea(const Idea& idea);

}  // namespace workshop::checks
