// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// z[i] = x[i] + y[i]: one thread an element, no loop, nothing shared. Only the size of a block is
// left to choose. Run it with: make experiment NAME=block-sizes
#include "vector_add.hpp"

namespace workshop::bench {

namespace {

__global__ void vector_add_kernel(std::int64_t count,
                                  const float* x,  // [count]
                                  const float* y,  // [count]
                                  float* z) {      // [count]
    const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < count) z[i] = x[i] + y[i];
}

}  // namespace

cudaError_t vector_add(std::int64_t count, const float* x, const float* y, float* z, int threads,
                       cudaStream_t stream) {
    if (count == 0) return cudaSuccess;
    const std::int64_t blocks = (count - 1) / threads + 1;
    if (blocks > 2147483647) return cudaErrorInvalidConfiguration;
    vector_add_kernel<<<static_cast<unsigned int>(blocks), threads, 0, stream>>>(count, x, y, z);
    return cudaGetLastError();
}

}  // namespace workshop::bench
