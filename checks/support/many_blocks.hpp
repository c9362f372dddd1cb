// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief One launch with more blocks than the second dimension of a grid may have.

#include <cstdint>

#include "function_under_test.hpp"

namespace workshop::checks {

/// @brief The most blocks in gridDim.y and gridDim.z. gridDim.x may be 2^31 - 1.
inline constexpr std::int64_t kMostBlocksInY = 65535;

/// @brief Launches a function once on very many short rows that are all alike, and looks at every
///        element of the output.
///
/// Takes the place of check_launch() where its copies and its oracle would take too long: the input
/// is set on the device, and what is wanted is computed for one row.
///
/// @param[in] rows number of rows
/// @param[in] cols columns of the input
/// @return true when all was well, else false after a report
/// @throws DeviceError when a CUDA call of the checks themselves fails
bool check_equal_rows(const FunctionUnderTest& function, std::int64_t rows, std::int64_t cols);

}  // namespace workshop::checks
