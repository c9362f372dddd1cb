// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Whether a function launches blocks of the size that its caller chose. The results may be
///        right with any size, so that no other check sees a number that is written down.

#include "function_under_test.hpp"

namespace workshop::checks {

/// @brief Calls the function with several block sizes, for rows that have an element for each
/// thread.
///        One of the kernels that it launches must have as many threads in a block as were asked
///        for: a kernel that prepares something may have others. Reports the first size for which
///        none has.
/// @return true when all was well, also on a GPU, where nobody tells
bool check_asked_block_sizes(const FunctionUnderTest& function);

}  // namespace workshop::checks
