// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The occupancy interface: how many blocks of a kernel the device holds at a time.
///
/// The answers come from the limits of the device that is played (WORKSHOP_DEVICE). A CPU does not
/// know how many registers nvcc would give a kernel; 32 a thread are assumed, or
/// WORKSHOP_REGISTERS_PER_THREAD.

#include <driver_types.h>

#include <cstddef>

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int block_size,
                                                          std::size_t dynamic_bytes);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                   int block_size,
                                                                   std::size_t dynamic_bytes,
                                                                   unsigned int flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* kernel,
                                                      int blocks, int block_size);

template <typename... Parameters>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks,
                                                          void (*kernel)(Parameters...),
                                                          int block_size,
                                                          std::size_t dynamic_bytes) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks, reinterpret_cast<const void*>(kernel), block_size, dynamic_bytes);
}

template <typename... Parameters>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks,
                                                                   void (*kernel)(Parameters...),
                                                                   int block_size,
                                                                   std::size_t dynamic_bytes,
                                                                   unsigned int flags) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        blocks, reinterpret_cast<const void*>(kernel), block_size, dynamic_bytes, flags);
}

template <typename... Parameters>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes,
                                                      void (*kernel)(Parameters...), int blocks,
                                                      int block_size) {
    return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, reinterpret_cast<const void*>(kernel),
                                                     blocks, block_size);
}

/// @brief The block size that keeps most threads of a multiprocessor busy, and the grid that fills
///        the device once.
/// @param[out] grid_size      blocks a multiprocessor times multiprocessors, for that block size
/// @param[out] block_size     the largest of the best, a multiple of the warp size
/// @param[in]  kernel         the kernel
/// @param[in]  dynamic_bytes  dynamic shared memory of a block, as a function of its size
/// @param[in]  limit          largest block size to consider; 0: what the device allows
/// @return cudaSuccess or the error of a query
template <typename Kernel, typename DynamicBytes>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid_size, int* block_size,
                                                           Kernel kernel,
                                                           DynamicBytes dynamic_bytes,
                                                           int limit = 0) {
    if (grid_size == nullptr || block_size == nullptr) return cudaErrorInvalidValue;
    cudaDeviceProp properties;
    if (const cudaError_t error = cudaGetDeviceProperties(&properties, 0)) return error;
    cudaFuncAttributes attributes;
    if (const cudaError_t error = cudaFuncGetAttributes(&attributes, kernel)) return error;
    int largest = attributes.maxThreadsPerBlock;
    if (limit > 0 && limit < largest) largest = limit;
    const int warp = properties.warpSize;
    int best_threads = 0;
    *grid_size = 0;
    *block_size = 0;
    // From the largest multiple of a warp down; a limit that is no multiple is tried first.
    for (int size = (largest + warp - 1) / warp * warp; size > 0; size -= warp) {
        const int threads = size < largest ? size : largest;
        int blocks = 0;
        const cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, kernel, threads, static_cast<std::size_t>(dynamic_bytes(threads)));
        if (error != cudaSuccess) return error;
        if (blocks * threads > best_threads) {
            best_threads = blocks * threads;
            *block_size = threads;
            *grid_size = blocks * properties.multiProcessorCount;
        }
        if (best_threads == properties.maxThreadsPerMultiProcessor) break;
    }
    return cudaSuccess;
}

/// @brief As above, with a fixed amount of dynamic shared memory a block.
template <typename Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size, Kernel kernel,
                                               std::size_t dynamic_bytes = 0, int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        grid_size, block_size, kernel, [dynamic_bytes](int) { return dynamic_bytes; }, limit);
}
