// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// Three wrong kernels, to see that the demo notices. One thread a row; see lesson 3 for the right
// one.

#include "workshop/03_online_softmax.hpp"

namespace workshop {
namespace {

// Wrong: a prefix of -inf meets the empty pair (-inf, 0), and exp(-inf - -inf) is NaN.
[[maybe_unused]] __global__ void unguarded(std::int64_t rows, std::int64_t cols, const float* x,
                                           std::int64_t ldx, float* y, std::int64_t ldy) {
    const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float maximum = -INFINITY;
    float sum = 0.0F;
    for (std::int64_t col = 0; col < cols; ++col) {
        const float value = x[row * ldx + col];
        const float larger = fmaxf(maximum, value);
        sum = sum * expf(maximum - larger) + expf(value - larger);
        maximum = larger;
    }
    for (std::int64_t col = 0; col < cols; ++col) {
        y[row * ldy + col] = expf(x[row * ldx + col] - maximum) / sum;
    }
}

[[maybe_unused]] __global__ void writes_nothing() {}

}  // namespace

cudaError_t online_softmax(std::int64_t rows, std::int64_t cols, const float* x, std::int64_t ldx,
                           float* y, std::int64_t ldy, int threads_per_block, cudaStream_t stream) {
#if defined(WRONG_UNGUARDED)
    const auto blocks = static_cast<unsigned int>((rows - 1) / threads_per_block + 1);
    unguarded<<<blocks, threads_per_block, 0, stream>>>(rows, cols, x, ldx, y, ldy);
#else
    (void)rows, (void)cols, (void)x, (void)ldx, (void)y, (void)ldy, (void)threads_per_block;
#if defined(WRONG_UNWRITTEN)
    writes_nothing<<<1, 1, 0, stream>>>();
#else  // WRONG_REFUSED: more threads in a block than any device has
    writes_nothing<<<1, 4096, 0, stream>>>();
#endif
#endif
    return cudaGetLastError();
}

}  // namespace workshop
