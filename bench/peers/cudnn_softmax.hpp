// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The softmax of cuDNN, as a peer of lessons 1 to 5.

#include <cuda_runtime.h>

#include <cstdint>

namespace workshop::bench {

/// @brief The softmax of every row, with cudnnSoftmaxForward in its accurate mode: a row is an
///        element of the batch, with `cols` channels. Matrices have no gap between their rows.
/// @return cudaErrorInitializationError without a handle, cudaErrorInvalidValue for a shape that
///         cuDNN refuses, cudaErrorUnknown when it fails
cudaError_t cudnn_softmax(std::int64_t rows, std::int64_t cols, const float* x, float* y,
                          cudaStream_t stream);

}  // namespace workshop::bench
