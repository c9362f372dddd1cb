// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The contract of lesson 5: a grid as large as the device, with rows that are read once.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace workshop {

/// @brief How persistent_softmax() is launched on the current device.
struct PersistentPlan {
    int threads_per_block;     ///< 1 to 1024
    int rows_per_block;        ///< rows that a block works on at the same time, mostly 1
    int blocks;                ///< the grid
    std::size_t shared_bytes;  ///< dynamic shared memory of a block
    int reads_per_element;     ///< 1: the row stays on the chip; 2: it is read again
};

/// @brief Plans the launch for a matrix whose rows are 16-byte aligned. Launches nothing.
///
/// The grid has as many blocks as the device holds at the same time, as the occupancy API says for
/// this kernel, this block size and this much shared memory; but not more than there is work for:
/// @code
/// blocks = min(ceil(rows / rows_per_block), blocks a multiprocessor holds * multiprocessors)
/// @endcode
/// A row that fits into the shared memory that a block may opt in to, with 1 KiB left to the
/// kernel, is read once. Nearer to the limit it is read once or twice. One that does not fit is
/// read twice.
///
/// @param[in]  rows number of rows; may be more than an int holds
/// @param[in]  cols number of columns
/// @param[out] plan all zero when rows or cols is 0
/// @return cudaSuccess; cudaErrorInvalidValue for a negative size or a null pointer;
///         cudaErrorInvalidConfiguration when no block fits the device; or the error of a query
cudaError_t plan_persistent(std::int64_t rows, std::int64_t cols, PersistentPlan* plan);

/// @brief Softmax of every row with a grid that stays: its blocks take all the rows, one after the
///        other, and each element is read once where the row fits on the chip.
///
/// Values, special rows and arguments as serial_softmax() of lesson 1, and no number of rows is too
/// large. The launch is the one of
/// plan_persistent(); where a matrix is not aligned, the grid may be another one of that kind.
///
/// @param[in]  rows   number of rows; 0 is allowed and does nothing
/// @param[in]  cols   number of columns; 0 is allowed and does nothing
/// @param[in]  x      device pointer, rows x cols float32
/// @param[in]  ldx    leading dimension of x in elements, at least cols
/// @param[out] y      device pointer, rows x cols float32; may be x, if ldy is ldx
/// @param[in]  ldy    leading dimension of y in elements, at least cols
/// @param[in]  stream the stream the kernel is launched on; see lesson 1
/// @return cudaSuccess; cudaErrorInvalidValue for a negative size, a short leading dimension or a
///         null pointer with a non-zero size; otherwise the error of a query or of the launch
///
/// Numerics: as online_softmax(); the chains have at most cols / 32 + 64 steps.
/// Performance: one read and one write an element where the row fits on the chip, else two reads
/// and one write; coalesced; two barriers a row.
/// Determinism: the same bits on every run. The result does not depend on the number of blocks.
cudaError_t persistent_softmax(std::int64_t rows, std::int64_t cols, const float* x,
                               std::int64_t ldx, float* y, std::int64_t ldy, cudaStream_t stream);

}  // namespace workshop
