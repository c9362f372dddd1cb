// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Which block of the launch a stamp belongs to.

#include <cuda_runtime.h>

#include <cstdint>

namespace workshop::emulator::watch {

/// @brief The grid begins, or has passed a barrier of all blocks: earlier stamps are not asked for.
void forget_block_starts();

/// @brief From the current stamp on, stamps are of a block: it begins, goes on after a barrier
///        of the grid, or goes on with a new stamp after others had their turn.
/// @param[in] began the stamp with which it began
/// @return whether stamps of another block came before
bool note_block_start(uint3 index, std::uint64_t began);

/// @brief Where the stamps of a block begin that lead to a stamp without those of another in
///        between.
std::uint64_t run_of_stamp(std::uint64_t stamp);

/// @brief The stamp with which the block of a stamp began; 0 when it is not known.
std::uint64_t block_first_of(std::uint64_t stamp);

/// @brief The block that a stamp of this launch belongs to.
/// @param[out] index of the block
/// @return false when it is not known any more
bool block_of_stamp(std::uint64_t stamp, uint3& index);

}  // namespace workshop::emulator::watch
