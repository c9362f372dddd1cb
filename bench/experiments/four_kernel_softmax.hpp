// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Softmax as a program of separate array operations would do it.

#include <cuda_runtime.h>

#include <cstdint>

namespace workshop::bench {

/// @brief Softmax of every row by four kernels, each of which goes over the matrix: the maximum of
///        each row, exp(x - maximum), the sum of each row, the division.
/// @param[in]  rows, cols size of the matrices, without gaps between the rows
/// @param[in]  x          device pointer, rows x cols float32
/// @param[out] y          device pointer, rows x cols float32
/// @param[out] scratch    device pointer, rows float32: the maxima, then the sums
/// @param[in]  threads    of a block, 1 to 1024
/// @param[in]  stream     the stream the kernels are launched on
/// @return the first error of a launch
///
/// Numerics: as block_softmax() of lesson 2.
/// Performance: four reads and two writes an element, 24 bytes, where one kernel can do with 8.
cudaError_t four_kernel_softmax(std::int64_t rows, std::int64_t cols, const float* x, float* y,
                                float* scratch, int threads, cudaStream_t stream);

}  // namespace workshop::bench
