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

/// @brief A block begins, or goes on, with the current stamp.
void note_block_start(uint3 index);

/// @brief The stamp with which the block of a stamp began; 0 when it is not known.
std::uint64_t block_first_of(std::uint64_t stamp);

/// @brief The block that a stamp of this launch belongs to.
/// @param[out] index of the block
/// @return false when it is not known any more
bool block_of_stamp(std::uint64_t stamp, uint3& index);

}  // namespace workshop::emulator::watch
