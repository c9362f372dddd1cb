// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "occupancy.hpp"

#include <emulator/runtime_api.h>

#include <algorithm>
#include <limits>

#include "api_messages.hpp"
#include "errors.hpp"
#include "function_attributes.hpp"
#include "symbols.hpp"

namespace workshop::emulator {
namespace {

constexpr int register_files = 4;          // a multiprocessor has four, each with its own warps
constexpr int register_granularity = 256;  // registers are handed out in such units, to warps

template <typename Integer>
Integer round_up(Integer value, Integer multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

/// Warps that the registers of one multiprocessor can hold.
int warps_with_registers(const DeviceModel& model, int registers_per_thread) {
    const int of_a_warp =
        round_up(std::max(registers_per_thread, 1) * warp_size, register_granularity);
    return model.registers_per_multiprocessor / register_files / of_a_warp * register_files;
}

/// The part of L1 that serves as shared memory: the smallest split that holds what is preferred and
/// at least one block.
std::size_t shared_capacity(const DeviceModel& model, int carveout, std::size_t of_a_block) {
    const std::size_t most = model.shared_memory_per_multiprocessor;
    if (carveout < 0) return most;
    const std::size_t wanted =
        std::max(most * static_cast<std::size_t>(carveout) / 100, of_a_block);
    for (const int kilobytes : model.shared_memory_carveouts_kb) {
        const std::size_t bytes = static_cast<std::size_t>(kilobytes) * 1024;
        if (bytes >= wanted) return bytes;
    }
    return most;
}

}  // namespace

int max_threads_with_registers(const DeviceModel& model, int registers_per_thread) {
    const int threads = warps_with_registers(model, registers_per_thread) * warp_size;
    return std::min(threads, model.max_threads_per_block);
}

int active_blocks_per_multiprocessor(const DeviceModel& model, const BlockResources& block) {
    const std::size_t asked = block.static_shared_bytes + block.dynamic_shared_bytes;
    if (block.threads > max_threads_with_registers(model, block.registers_per_thread) ||
        asked > model.shared_memory_per_block_optin) {
        return 0;
    }
    const int warps = round_up(block.threads, warp_size) / warp_size;
    const int by_slots = model.max_blocks_per_multiprocessor;
    const int by_warps = model.max_threads_per_multiprocessor / warp_size / warps;
    const int by_registers = warps_with_registers(model, block.registers_per_thread) / warps;
    int by_shared = std::numeric_limits<int>::max();
    const std::size_t of_a_block =
        round_up(asked + model.shared_memory_reserved_per_block, model.shared_memory_granularity);
    if (of_a_block > 0) {
        const std::size_t capacity =
            shared_capacity(model, block.preferred_shared_carveout, of_a_block);
        by_shared = static_cast<int>(capacity / of_a_block);
    }
    return std::min({by_slots, by_warps, by_registers, by_shared});
}

}  // namespace workshop::emulator

using namespace workshop::emulator;

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                   int block_size,
                                                                   std::size_t dynamic_bytes,
                                                                   unsigned int flags) {
    if (const cudaError_t error = enter_device_call()) return error;
    if (kernel == nullptr) return record_error(cudaErrorInvalidDeviceFunction);
    constexpr const char* function = "cudaOccupancyMaxActiveBlocksPerMultiprocessor";
    if (blocks == nullptr || block_size <= 0 ||
        (flags & ~cudaOccupancyDisableCachingOverride) != 0) {
        return refuse(cudaErrorInvalidValue, function,
                      "needs a place for the answer, a block size of at least 1 and known flags");
    }
    const KernelAttributes& attributes = kernel_attributes(kernel);
    *blocks = 0;
    if (dynamic_bytes <= attributes.max_dynamic_shared_bytes) {
        *blocks = active_blocks_per_multiprocessor(
            current_device_model(),
            {block_size, attributes.registers_per_thread, static_shared_bytes(kernel),
             dynamic_bytes, attributes.preferred_shared_carveout});
    }
    return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int block_size,
                                                          std::size_t dynamic_bytes) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, kernel, block_size, dynamic_bytes, cudaOccupancyDefault);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* kernel,
                                                      int blocks, int block_size) {
    if (const cudaError_t error = enter_device_call()) return error;
    if (kernel == nullptr) return record_error(cudaErrorInvalidDeviceFunction);
    if (bytes == nullptr || blocks <= 0 || block_size <= 0) {
        return refuse(cudaErrorInvalidValue, "cudaOccupancyAvailableDynamicSMemPerBlock",
                      "needs a place for the answer, and at least 1 block and 1 thread");
    }
    const DeviceModel& model = current_device_model();
    const std::size_t granularity = model.shared_memory_granularity;
    const std::size_t share = model.shared_memory_per_multiprocessor /
                              static_cast<std::size_t>(blocks) / granularity * granularity;
    // CUDA leaves what the system reserves for each block out of this answer.
    const std::size_t taken = static_shared_bytes(kernel);
    const std::size_t left = share > taken ? share - taken : 0;
    *bytes = std::min(left, kernel_attributes(kernel).max_dynamic_shared_bytes);
    return cudaSuccess;
}
