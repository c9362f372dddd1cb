// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "device_model.hpp"
#include "function_attributes.hpp"
#include "launch.hpp"
#include "occupancy.hpp"

namespace workshop::emulator {
namespace {

std::string number(unsigned long long value) {
    return std::to_string(value);
}

std::string size_text(const dim3& size) {
    return "(" + number(size.x) + "," + number(size.y) + "," + number(size.z) + ")";
}

/// Empty when the sizes are allowed.
std::string check_sizes(const dim3& grid, const dim3& block, const DeviceModel& model) {
    const unsigned grids[3] = {grid.x, grid.y, grid.z};
    const unsigned blocks[3] = {block.x, block.y, block.z};
    for (int i = 0; i < 3; ++i) {
        const std::string direction(1, "xyz"[i]);
        if (grids[i] == 0) return "the grid " + size_text(grid) + " has no blocks";
        if (blocks[i] == 0) return "the block " + size_text(block) + " has no threads";
        if (grids[i] > static_cast<unsigned long long>(model.max_grid_dim[i])) {
            return "the grid " + size_text(grid) + " has more than " +
                   number(static_cast<unsigned long long>(model.max_grid_dim[i])) + " blocks in " +
                   direction;
        }
        if (blocks[i] > static_cast<unsigned>(model.max_block_dim[i])) {
            return "the block " + size_text(block) + " has more than " +
                   number(static_cast<unsigned>(model.max_block_dim[i])) + " threads in " +
                   direction;
        }
    }
    const unsigned long long threads = 1ULL * block.x * block.y * block.z;
    if (threads > static_cast<unsigned long long>(model.max_threads_per_block)) {
        return "the block " + size_text(block) + " has " + number(threads) +
               " threads; the limit is " + std::to_string(model.max_threads_per_block);
    }
    return {};
}

}  // namespace

cudaError_t check_launch(const LaunchConfiguration& configuration, const void* kernel,
                         std::size_t static_shared, std::size_t dynamic_limit, std::string& why) {
    const DeviceModel& model = current_device_model();
    why = check_sizes(configuration.grid, configuration.block, model);
    if (!why.empty()) return cudaErrorInvalidConfiguration;

    const std::size_t dynamic = configuration.dynamic_shared_bytes;
    const std::size_t most = model.shared_memory_per_block_optin;
    if (dynamic > dynamic_limit || dynamic + static_shared > most) {
        why = number(dynamic) + " bytes of dynamic shared memory; this kernel may use " +
              number(std::min(dynamic_limit, most - std::min(most, static_shared)));
        if (dynamic + static_shared <= most) {
            why += " unless cudaFuncSetAttribute() allows more";
        }
        return cudaErrorInvalidValue;
    }

    const int registers = kernel != nullptr ? kernel_attributes(kernel).registers_per_thread
                                            : assumed_registers_per_thread();
    const dim3& block = configuration.block;
    const int threads = static_cast<int>(block.x * block.y * block.z);
    if (threads > max_threads_with_registers(model, registers)) {
        why = std::to_string(threads) + " threads of " + std::to_string(registers) +
              " registers do not fit a multiprocessor";
        return cudaErrorLaunchOutOfResources;
    }
    if (configuration.cooperative) {
        const dim3& grid = configuration.grid;
        const unsigned long long blocks = 1ULL * grid.x * grid.y * grid.z;
        const int each =
            active_blocks_per_multiprocessor(model, {threads, registers, static_shared, dynamic});
        const auto resident = static_cast<unsigned long long>(each) *
                              static_cast<unsigned long long>(model.multiprocessors);
        if (blocks > resident) {
            why = "a cooperative grid of " + number(blocks) + " blocks; device '" + model.name +
                  "' holds " + number(resident) + " at a time (" + std::to_string(each) +
                  " on each of " + std::to_string(model.multiprocessors) + " multiprocessors)";
            return cudaErrorCooperativeLaunchTooLarge;
        }
    }
    return cudaSuccess;
}

}  // namespace workshop::emulator
