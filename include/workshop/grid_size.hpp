// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief How many blocks a kernel gets that works on a row with a whole block.

#include <cstdint>

namespace workshop {

/// @brief The most blocks that blocks_for() asks for.
///
/// Far more than any GPU runs at the same time, so the limit costs no speed. It is far below CUDA's
/// own limit, 2^31 - 1, on purpose: the checks reach it with small matrices.
constexpr std::int64_t kMaxBlocks = 65536;

/// @brief The number of blocks for a kernel whose blocks take the rows by a grid-stride loop.
///
/// One block a row, up to kMaxBlocks. With more rows than that a block does several, one by one:
/// `for (row = blockIdx.x; row < rows; row += gridDim.x)`.
///
/// @param[in] rows number of rows, 1 or more (a launch of 0 blocks is an error)
/// @return the x size of the grid, 1 to kMaxBlocks
inline unsigned int blocks_for(std::int64_t rows) {
    return static_cast<unsigned int>(rows < kMaxBlocks ? rows : kMaxBlocks);
}

}  // namespace workshop
