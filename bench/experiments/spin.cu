// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// A kernel that ends when a given time is over, to see whether the benchmarks report that time.
// Run it with: make experiment NAME=harness
#include "spin.hpp"

namespace workshop::bench {

namespace {

constexpr int kThreads = 1024;

__device__ std::int64_t nanoseconds_now() {
    unsigned long long now = 0;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return static_cast<std::int64_t>(now);
}

__global__ void spin_kernel(std::int64_t rows,
                            const float* x,  // [rows][ldx]
                            std::int64_t ldx,
                            float* y,  // [rows]
                            std::int64_t nanoseconds) {
    const std::int64_t begin = nanoseconds_now();
    for (std::int64_t row = threadIdx.x; row < rows; row += kThreads)
        y[row] = x[row * ldx];
    while (nanoseconds_now() - begin < nanoseconds) {
        // Waiting is all that is left to do.
    }
}

}  // namespace

cudaError_t spin(std::int64_t rows, const float* x, std::int64_t ldx, float* y,
                 std::int64_t nanoseconds, cudaStream_t stream) {
    if (rows == 0) return cudaSuccess;
    spin_kernel<<<1, kThreads, 0, stream>>>(rows, x, ldx, y, nanoseconds);
    return cudaGetLastError();
}

}  // namespace workshop::bench
