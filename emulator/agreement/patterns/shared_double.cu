// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern: neighbouring threads read neighbouring doubles of shared memory: a half warp fills the
// 32 banks, so 2 waves.
// The request of interest is the load behind the barrier; the stores before it have no conflict.

#include <cuda_runtime.h>

#include <cstdio>

constexpr int kElements = 64;

__global__ void shared_double(float* out) {
    __shared__ double tile[kElements];
    const int lane = static_cast<int>(threadIdx.x);
    for (int i = lane; i < kElements; i += 32)
        tile[i] = static_cast<double>(i);
    __syncthreads();
    out[lane] = static_cast<float>(tile[lane + 32] + 0.5);
}

int main() {
    const int threads = 32;
    float* out = nullptr;
    cudaMalloc(&out, threads * sizeof(float));
    cudaMemset(out, 0, threads * sizeof(float));
    shared_double<<<1, threads>>>(out);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = 0;
    cudaMemcpy(&last, out + threads - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(out);
    return 0;
}
