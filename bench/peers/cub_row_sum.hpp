// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The row sum of CUB, as a peer of lesson 2.

#include <cuda_runtime.h>

#include <cstdint>

namespace workshop::bench {

/// @brief y[r] = sum of x[r][0..cols), with cub::DeviceSegmentedReduce::Sum.
///
/// The first call at a shape may allocate CUB's scratch memory, so it cannot be captured.
/// @return CUB's error; cudaErrorInvalidValue when rows * cols does not fit into an int, which is
///         what some releases of CUB count in
cudaError_t cub_row_sum(std::int64_t rows, std::int64_t cols, const float* x, float* y,
                        cudaStream_t stream);

}  // namespace workshop::bench
