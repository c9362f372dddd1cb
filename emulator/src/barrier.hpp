// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The barriers of a block and of the grid.

#include "block.hpp"

namespace workshop::emulator {

/// @brief Completes the barrier of the current block when the thread that has just finished was the
///        last one missing. Since Volta a finished thread counts as arrived; we warn, once a
///        launch.
void complete_barrier_without(const Thread& finished);

/// @brief Lets every thread go on that waits for the grid. All blocks have begun and none can run.
/// @return false when nobody waits
bool release_grid_barrier();

/// @brief "__syncthreads", "__syncthreads_count" ...
const char* barrier_name(BlockBarrier kind);

}  // namespace workshop::emulator
