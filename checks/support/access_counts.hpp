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
    std::int64_t rows = 0;           ///< of the input
    std::uint64_t blocks = 0;        ///< of the kernel that reads the most
    double reads_per_element = 0.0;  ///< of the input, over all its elements
    double other_reads = 0.0;        ///< elements read of anything else, per element of the input
    double sectors_per_load = 0.0;   ///< 32-byte sectors of a request of a warp
    double threads_per_load = 0.0;   ///< that take part in a request
    double load_excess = 1.0;        ///< sectors over the fewest that the same bytes need
    double store_excess = 1.0;       ///< the same for stores
    double wide_loads = 0.0;         ///< share of the loaded bytes that move 16 at a time
    double wide_stores = 0.0;        ///< the same for stores
    std::vector<std::uint64_t>
        by_warp;  ///< elements that each warp of a block loads, over all blocks
};

/// @brief How the matrices lie in memory.
struct MatrixPlaces {
    std::int64_t ldx_gap = 0;   ///< ldx is cols + ldx_gap
    std::int64_t ldy_gap = 0;   ///< ldy is the output's cols + ldy_gap
    std::int64_t x_offset = 0;  ///< elements by which x misses 16-byte alignment, 0 to 3
    std::int64_t y_offset = 0;
};

/// @brief Calls the function once on standard normals and counts. Reports with fail() when the call
///        itself fails.
/// @param[out] why_not set when the device cannot count
/// @return nothing when the call failed, or when the device cannot count
std::optional<AccessCounts> count_accesses(const FunctionUnderTest& function, std::int64_t rows,
                                           std::int64_t cols, int threads_per_block,
                                           std::string* why_not, const MatrixPlaces& places = {});

}  // namespace workshop::checks
