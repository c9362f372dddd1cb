// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Large grids of which the CPU device runs a few blocks only: all of them would take too
///        long, or too much memory. What is seen are the reports of the device. A GPU runs whole
///        grids, so nothing is done there.

#include "function_under_test.hpp"
#include "special_rows.hpp"

namespace workshop::checks {

/// @brief Runs blocks that take a second row, each with two warps.
///
/// While one warp is in the second row, the other one may still use what the first row left in
/// shared memory: a barrier between the rows that is missing is a race here, and nowhere else.
/// @return true when all was well, also on a GPU
bool check_second_rows(const FunctionUnderTest& function);

/// @brief Runs blocks that take a second row, and looks at the values: what a block keeps from its
///        first row shows where the second one is of another kind.
/// @return true when all was well; on a GPU all blocks run
bool check_special_second_rows(const FunctionUnderTest& function, const SpecialRows& special);

/// @brief Runs the last block of more than 2^32 rows, where a thread takes a row.
///
/// Only the last rows have memory: the number of a row that is cut to 32 bits leads far away from
/// it. Where the last block of a smaller grid does not take the last rows, it would be no fault to
/// use others, and the check is skipped.
/// @return true when all was well, also on a GPU
bool check_rows_beyond_32_bits(const FunctionUnderTest& function, std::int64_t cols);

/// @brief Runs the block of the second of two rows that lie more than 2^32 elements apart.
///
/// Only the second row has memory: an offset of a row that is cut to 32 bits leads to where the
/// first one would be, and that is a fault. Where the last block of two takes anything else than
/// the second row, nothing is done.
/// @return true when all was well, also on a GPU
bool check_rows_far_apart(const FunctionUnderTest& function, std::int64_t cols);

}  // namespace workshop::checks
