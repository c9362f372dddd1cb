// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The contract of lesson 3: maximum and sum in one pass over the row.

#include <cuda_runtime.h>

#include <cstdint>

namespace workshop {

/// @brief What one pass over some values v_1 ... v_n leaves behind: their maximum, and the sum of
///        exp(v_i - max). No values at all is {-inf, 0}, the identity of merge_max_sum().
struct MaxSum {
    float max;
    float sum;
};

/// @brief Merges what two passes over two slices of a row left behind (host side of the operator
///        that the kernel uses).
///
/// The operator is associative and commutative up to rounding and {-inf, 0} is its identity. The
/// identity merged with itself is the identity: no NaN appears. A NaN sum stays NaN.
MaxSum merge_max_sum(MaxSum a, MaxSum b);

/// @brief out[i] = merge_max_sum(a[i], b[i]) computed on the device.
/// @param[in]  count number of pairs; 0 is allowed and does nothing
/// @param[in]  a     device pointer, count pairs
/// @param[in]  b     device pointer, count pairs
/// @param[out] out   device pointer, count pairs
/// @param[in]  stream the stream the kernel is launched on; see lesson 1
/// @return cudaSuccess; cudaErrorInvalidValue for a negative count or a null pointer with a
///         non-zero count; cudaErrorInvalidConfiguration when a thread a pair takes more blocks
///         than a grid has (2^31 - 1); in both cases nothing is launched. Otherwise the error of
///         the launch.
cudaError_t merge_max_sum_pairs(std::int64_t count, const MaxSum* a, const MaxSum* b, MaxSum* out,
                                cudaStream_t stream);

/// @brief (maximum, sum of exponentials) of every row in one pass, one block a row.
///
/// out[r] = {m_r, sum_k exp(x[r][k] - m_r)}. A row that is all -inf, or empty, gives {-inf, 0}. A
/// row with a NaN or +inf gives a NaN sum (its max is unspecified). No number of rows is too large:
/// a block may take several.
///
/// @param[in]  rows   number of rows; 0 is allowed and does nothing
/// @param[in]  cols   number of columns; with 0, every pair is written as {-inf, 0}
/// @param[in]  x      device pointer, rows x cols float32
/// @param[in]  ldx    leading dimension of x in elements, at least cols
/// @param[out] out    device pointer, rows pairs
/// @param[in]  threads_per_block block size, 1 to 1024, any value
/// @param[in]  stream the stream the kernel is launched on; see lesson 1
/// @return cudaSuccess; cudaErrorInvalidValue for bad sizes, pointers or block size (nothing is
///         launched); otherwise the error of the launch.
cudaError_t row_max_sum(std::int64_t rows, std::int64_t cols, const float* x, std::int64_t ldx,
                        MaxSum* out, int threads_per_block, cudaStream_t stream);

/// @brief Softmax of every row with two reads an element: one pass for (max, sum), one to write.
///
/// Values, special rows and arguments as serial_softmax() of lesson 1. No number of rows is too
/// large: a block may take several.
///
/// @param[in] threads_per_block block size, 1 to 1024, any value
///
/// Numerics: as block_softmax(), plus one exp(old max - new max) and one product each time a thread
/// or a merge meets a new maximum.
/// Performance: two reads and one write an element, coalesced; two barriers a row.
/// Source: M. Milakov, N. Gimelshein, "Online normalizer calculation for softmax", 2018.
cudaError_t online_softmax(std::int64_t rows, std::int64_t cols, const float* x, std::int64_t ldx,
                           float* y, std::int64_t ldy, int threads_per_block, cudaStream_t stream);

}  // namespace workshop
