// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief For kernels in which the threads of a block share a row: which block sizes are right?

#include <string>

#include "function_under_test.hpp"

namespace workshop::checks {

/// @brief Runs the function on a row of ones with several block sizes. In a sum of ones it can be
///        read how many values are missing or counted twice.
/// @return one sentence; empty when all are right, when a launch fails before a value is wrong, or
///         when this process has asked for this function before
std::string probe_block_sizes(const FunctionUnderTest& function);

}  // namespace workshop::checks
