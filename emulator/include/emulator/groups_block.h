// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The grid, the block, and thread_group, which holds any group whose kind is known at run
///        time only.

#include <emulator/groups_common.h>

namespace cooperative_groups {

/// @brief Any group of at most a block.
class thread_group {
  public:
    /// @brief Number of threads in the group.
    unsigned long long size() const { return size_; }
    /// @brief The same as size().
    unsigned long long num_threads() const { return size_; }
    /// @brief Number of the calling thread in the group, from 0.
    unsigned long long thread_rank() const { return rank_; }
    /// @brief Whether the group can be used: always.
    bool is_valid() const { return true; }
    /// @brief Waits for all threads of the group: __syncthreads() of a block, else __syncwarp().
    void sync(WORKSHOP_CALL_SITE) const {
        if (whole_block_) {
            __syncthreads(file, line);
        } else {
            __syncwarp(mask_, file, line);
        }
    }

  protected:
    /// @brief The whole block, or the lanes of a mask, with the calling thread at a place in it.
    thread_group(bool whole_block, unsigned mask, unsigned size, unsigned rank)
        : whole_block_(whole_block), mask_(mask), size_(size), rank_(rank) {}

    bool whole_block_;
    unsigned mask_;  ///< lanes of the warp, when it is not a block
    unsigned size_;
    unsigned rank_;

    /// @brief Makes a group of a part of this one.
    friend thread_group tiled_partition(const thread_group& parent, unsigned int size);
};

/// @brief All threads of the block.
class thread_block : public thread_group {
  public:
    thread_block()
        : thread_group(true, 0, workshop::emulator::block_thread_count(),
                       workshop::emulator::block_thread_rank()) {}

    /// @brief Number of threads in the block.
    static unsigned int size() { return workshop::emulator::block_thread_count(); }
    /// @brief The same as size().
    static unsigned int num_threads() { return size(); }
    /// @brief Number of the calling thread in the block: x first, then y, then z.
    static unsigned int thread_rank() { return workshop::emulator::block_thread_rank(); }
    /// @brief blockIdx
    static dim3 group_index() { return dim3(blockIdx); }
    /// @brief threadIdx
    static dim3 thread_index() { return dim3(threadIdx); }
    /// @brief blockDim
    static dim3 group_dim() { return blockDim; }
    /// @brief The same as group_dim().
    static dim3 dim_threads() { return blockDim; }
    /// @brief __syncthreads()
    static void sync(WORKSHOP_CALL_SITE) { __syncthreads(file, line); }

    /// @brief Of an arrival at the block's barrier.
    struct arrival_token {};
    /// @brief Arrives. The whole barrier happens in barrier_wait(): later than on a GPU, never too
    ///        early.
    static arrival_token barrier_arrive() { return {}; }
    /// @brief Waits until all threads of the block have come here.
    static void barrier_wait(arrival_token&&, WORKSHOP_CALL_SITE) { __syncthreads(file, line); }
};

/// @brief All threads of the grid; sync() needs cudaLaunchCooperativeKernel().
class grid_group {
  public:
    /// @brief Whether the grid can synchronise: whether the launch was cooperative.
    bool is_valid() const { return workshop::emulator::launched_cooperatively(); }
    /// @brief Waits for all threads of the grid. An error in a launch that is not cooperative.
    void sync(WORKSHOP_CALL_SITE) const { emulator_grid_sync(file, line); }
    /// @brief Number of threads in the grid.
    static unsigned long long size() { return num_threads(); }
    /// @brief The same as size().
    static unsigned long long num_threads() {
        return num_blocks() * workshop::emulator::block_thread_count();
    }
    /// @brief Number of the calling thread in the grid: its block's threads follow each other.
    static unsigned long long thread_rank() {
        return block_rank() * workshop::emulator::block_thread_count() +
               workshop::emulator::block_thread_rank();
    }
    /// @brief Number of blocks in the grid.
    static unsigned long long num_blocks() {
        return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
    }
    /// @brief Number of the calling thread's block in the grid: x first, then y, then z.
    static unsigned long long block_rank() {
        return blockIdx.x +
               static_cast<unsigned long long>(gridDim.x) *
                   (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
    }
    /// @brief gridDim
    static dim3 dim_blocks() { return gridDim; }
    /// @brief The same as dim_blocks().
    static dim3 group_dim() { return gridDim; }
    /// @brief blockIdx
    static dim3 block_index() { return dim3(blockIdx); }
};

/// @brief The calling thread's block.
inline thread_block this_thread_block() {
    return thread_block();
}
/// @brief The calling thread's grid.
inline grid_group this_grid() {
    return grid_group();
}

/// @brief Thread block clusters do not exist on the CPU device.
class cluster_group {};

/// @brief Refused when it is compiled, with a message that says why.
template <typename Never = void>
cluster_group this_cluster() {
    static_assert(workshop::emulator::always_false<Never>,
                  "this_cluster: thread block clusters are not supported by the CPU device");
    return {};
}

/// @brief Memory for tiles of more than a warp. It is never used: such a tile is refused when it is
///        made.
template <unsigned int MaxBlockSize = 1024>
struct block_tile_memory {};

/// @brief The calling thread's block. The memory is not used.
template <unsigned int MaxBlockSize>
thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
    return thread_block();
}

}  // namespace cooperative_groups
