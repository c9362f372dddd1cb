// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief How many blocks of a kernel one multiprocessor holds at a time.

#include <cstddef>

#include "device_model.hpp"

namespace workshop::emulator {

/// @brief What one block asks of a multiprocessor.
struct BlockResources {
    int threads;
    int registers_per_thread;
    std::size_t static_shared_bytes;
    std::size_t dynamic_shared_bytes;
    int preferred_shared_carveout = -1;  ///< percent, -1: as large as it gets
};

/// @brief Blocks that fit one multiprocessor: the least of what threads, block slots, registers and
///        shared memory allow.
///
/// Registers are handed out to warps in units of 256, from one of four equal files; shared memory
/// in units of the model's granularity, with what the system reserves for each block. These are the
/// rules of the CUDA occupancy calculator for compute capability 7.0 and later.
///
/// @return 0 when one block alone does not fit
int active_blocks_per_multiprocessor(const DeviceModel& model, const BlockResources& block);

/// @brief The largest block size, a multiple of a warp, that the registers allow.
int max_threads_with_registers(const DeviceModel& model, int registers_per_thread);

}  // namespace workshop::emulator
