// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The limits of the device that the CPU plays.

#include <cstddef>
#include <string>
#include <vector>

namespace workshop::emulator {

/// @brief What the runtime tells about a device, and what launches are checked against.
struct DeviceModel {
    const char* name;         ///< what WORKSHOP_DEVICE selects
    const char* description;  ///< what cudaDeviceProp::name says
    int compute_major;
    int compute_minor;
    int multiprocessors;
    int max_threads_per_multiprocessor;
    int max_blocks_per_multiprocessor;
    int max_threads_per_block;
    int max_block_dim[3];
    long long max_grid_dim[3];
    int registers_per_multiprocessor;
    int registers_per_block;
    std::size_t shared_memory_per_multiprocessor;
    std::size_t shared_memory_per_block;           ///< without asking
    std::size_t shared_memory_per_block_optin;     ///< with cudaFuncSetAttribute
    std::size_t shared_memory_reserved_per_block;  ///< taken by the system from each block
    std::size_t shared_memory_granularity;         ///< allocations are rounded up to this
    std::vector<int> shared_memory_carveouts_kb;   ///< sizes the L1 / shared split can take
    std::size_t l2_bytes;
    std::size_t memory_bytes;  ///< of the real device; what the CPU device lends is bounded
    int clock_khz;
    int memory_clock_khz;
    int memory_bus_bits;
};

constexpr int warp_size = 32;

/// @brief Every model, the default one first.
const std::vector<DeviceModel>& device_models();

/// @brief The model of that name, or a null pointer.
const DeviceModel* find_device_model(const std::string& name);

/// @brief The model that WORKSHOP_DEVICE names, h200 when it is not set. Read once a process. An
///        unknown name ends the process with exit code 2 after a message that lists the valid ones.
const DeviceModel& current_device_model();

/// @brief "h200, a100, ...": for messages.
std::string device_model_names();

}  // namespace workshop::emulator
