// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a block does to reduce one row, as the CPU device records it step by step.

#include <optional>
#include <string>

#include "report.hpp"

namespace workshop::checks {

/// @brief Of the block that does most of it, over all kernels of one call.
struct BlockSteps {
    int barriers = 0;
    int most_loads = 0;       ///< of shared memory, of one thread
    int busy_threads = 0;     ///< that load more often than a tree needs
    int storing_threads = 0;  ///< that store something in shared memory
    int most_shuffles = 0;    ///< of one warp
    int warps_shuffling = 0;
};

/// @brief Calls the function once, for one row of 1024 columns: one for each thread of the largest
///        block, so that what a thread reads twice is not the row. Reports with fail() when the
///        call itself fails.
/// @param[in,out] facts the function and the threads of a block; the rest is filled in
/// @param[in] enough_loads threads with more loads of shared memory are busy ones
/// @param[out] why_not set when the device cannot record
/// @return nothing when the call failed, or when the device cannot record
std::optional<BlockSteps> count_steps(LaunchFacts* facts, int enough_loads, std::string* why_not);

}  // namespace workshop::checks
