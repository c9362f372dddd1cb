// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief In which order blocks, threads and lanes get their turn. A GPU promises none, so a result
///        that depends on it is wrong.

#include <array>
#include <cstdint>
#include <vector>

namespace workshop::emulator {

/// @brief The order of the threads of one block.
struct ThreadOrder {
    bool forward = true;                 ///< then threads and lanes are not looked at
    bool warps_run_ahead = true;         ///< a warp goes on after a collective before others do
    std::vector<std::uint16_t> threads;  ///< numbers, the first to run first
    std::array<std::uint8_t, 32> lanes{};
};

/// @brief Makes the order of a block's threads, under the present schedule.
/// @param[in,out] order  what an earlier block of the same size used
/// @param[in]     number of the block, for a random order
/// @param[in]     count  of threads
void make_order(ThreadOrder& order, unsigned long long number, unsigned count);

/// @brief Blocks that run: a stretch of all numbers.
struct BlockRange {
    unsigned long long first = 0;
    unsigned long long count = 0;
};

/// @brief What choose_blocks() leaves of a grid.
/// @param[in] blocks of the grid
BlockRange chosen_blocks(unsigned long long blocks);

/// @brief Which block runs n-th.
/// @param[in] n     from 0
/// @param[in] count blocks that run
/// @return a number below count, another for each n
unsigned long long block_at(unsigned long long n, unsigned long long count);

}  // namespace workshop::emulator
