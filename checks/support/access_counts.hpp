// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief How one call of a function uses memory, as the CPU device counts it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "function_under_test.hpp"

namespace workshop::checks {

/// @brief What the idea checks look at, over all kernels of one call.
struct AccessCounts {
    std::uint64_t blocks = 0;        ///< of the kernel that reads the most
    double reads_per_element = 0.0;  ///< of the input, over all its elements
    double sectors_per_load = 0.0;   ///< 32-byte sectors of a request of a warp
    double threads_per_load = 0.0;   ///< that take part in a request
    std::vector<std::uint64_t>
        by_warp;  ///< elements that each warp of a block loads, over all blocks
};

/// @brief Calls the function once on standard normals and counts. Reports with fail() when the call
///        itself fails.
/// @param[out] why_not set when the device cannot count
/// @return nothing when the call failed, or when the device cannot count
std::optional<AccessCounts> count_accesses(const FunctionUnderTest& function, std::int64_t rows,
                                           std::int64_t cols, int threads_per_block,
                                           std::string* why_not);

}  // namespace workshop::checks
