// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The contract of lesson 2: one block a row, with block reductions of two kinds.

#include <cuda_runtime.h>

#include <cstdint>

namespace workshop {

/// @brief Sum of every row, one block a row, reduced by a tree in shared memory.
///
/// sum[r] = sum_k x[r][k]. The sum of an empty row (cols == 0) is 0. A NaN or an infinity in a row
/// propagates as IEEE addition says and affects no other row. No number of rows is too large: a
/// block may take several.
///
/// @param[in]  rows    number of rows; 0 is allowed and does nothing
/// @param[in]  cols    number of columns; with 0, every sum is written as 0
/// @param[in]  x       device pointer, rows x cols float32
/// @param[in]  ldx     leading dimension of x in elements, at least cols
/// @param[out] sum     device pointer, rows float32
/// @param[in]  threads_per_block block size, 1 to 1024, any value (not only powers of two)
/// @param[in]  stream  the stream the kernel is launched on; see lesson 1
/// @return cudaSuccess; cudaErrorInvalidValue for bad sizes, pointers or block size (nothing is
///         launched); otherwise the error of the launch.
///
/// Numerics: every thread adds ceil(cols / threads) terms in order, then a tree adds the partial
/// sums: the longest chain of additions is ceil(cols / threads) + ceil(log2(threads)). The order is
/// fixed, so the result is the same bit for bit on every run.
///
/// Performance: one read an element, coalesced; 1 + ceil(log2(threads)) barriers a row.
cudaError_t row_sum_tree(std::int64_t rows, std::int64_t cols, const float* x, std::int64_t ldx,
                         float* sum, int threads_per_block, cudaStream_t stream);

/// @brief Sum of every row, one block a row, reduced by warp shuffles and one value a warp in
///        shared memory.
///
/// Same contract as row_sum_tree(). Performance: two barriers a row instead of
/// 1 + ceil(log2(threads)).
cudaError_t row_sum_shuffle(std::int64_t rows, std::int64_t cols, const float* x, std::int64_t ldx,
                            float* sum, int threads_per_block, cudaStream_t stream);

/// @brief Softmax of every row, one block a row, built on the block reductions.
///
/// Values, special rows and arguments as serial_softmax() of lesson 1. No number of rows is too
/// large: a block may take several.
///
/// @param[in] threads_per_block block size, 1 to 1024, any value (not only powers of two)
///
/// Numerics: as serial_softmax(), with the longest chain of additions of row_sum_tree() in place of
/// cols.
/// Performance: three reads and one write an element, coalesced; four barriers a row.
cudaError_t block_softmax(std::int64_t rows, std::int64_t cols, const float* x, std::int64_t ldx,
                          float* y, std::int64_t ldy, int threads_per_block, cudaStream_t stream);

}  // namespace workshop
