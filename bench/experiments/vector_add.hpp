// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The simplest kernel there is, to see what the size of a block does.

#include <cuda_runtime.h>

#include <cstdint>

namespace workshop::bench {

/// @brief z[i] = x[i] + y[i], one thread an element.
/// @param[in]  count   elements
/// @param[in]  x, y    device pointers, count float32 each
/// @param[out] z       device pointer, count float32
/// @param[in]  threads of a block, 1 to 1024
/// @param[in]  stream  the stream the kernel is launched on
/// @return the error of the launch
///
/// Performance: 12 bytes an element; neighbouring threads use neighbouring addresses.
cudaError_t vector_add(std::int64_t count, const float* x, const float* y, float* z, int threads,
                       cudaStream_t stream);

}  // namespace workshop::bench
