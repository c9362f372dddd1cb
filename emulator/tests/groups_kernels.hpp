// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Kernels of the tests of cooperative groups. Each gives what every thread saw.

#include <cuda_runtime.h>

#include <vector>

/// For a block of (8, 4, 2) threads in a grid of (2, 3) blocks, block (1, 2): thread rank, size,
/// group index x and y, thread index z, rank in the grid, size of the grid, number of blocks.
std::vector<unsigned> block_facts();

/// For each of 64 threads in tiles of 8: rank, tile's rank, number of tiles, ballot of odd ranks,
/// shfl from rank 3, shfl_down by 2, shfl_up by 1, shfl_xor by 6 of the thread's number in the
/// block.
std::vector<unsigned> tile_facts();

/// For each of 40 threads (a short last warp): sum, minimum, maximum, and, or, xor over a tile
/// of 16.
std::vector<int> tile_reductions();

/// For each of 32 threads: sum over the coalesced group of the lanes whose number divides by 3 (0
/// for the others), the size of that group, rank in it; group of equal labels (lane % 5): size, sum
/// of lanes; binary partition (lane < 20): size.
std::vector<int> coalesced_facts();

/// Inclusive and exclusive sums over a tile of 32 of lane + 1.
std::vector<int> scans();

/// A float4 shuffled from rank 1 of a tile of 4, by each of 8 threads: x and w.
std::vector<float> wide_shuffles();

/// Sizes and ranks of a run-time tile of `size` in a block of 64: num_threads, rank of each thread.
std::vector<unsigned> dynamic_tiles(unsigned size);

/// Every block adds its number to a total, the grid synchronises, every block reads the total.
/// @param[out] error of the launch
std::vector<int> grid_totals(unsigned blocks, cudaError_t* error);

/// 100 ints copied by a block of 32 into shared memory with memcpy_async, then reversed.
std::vector<int> copied_by_group();
