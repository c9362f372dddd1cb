// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The report: "Blocks of 128 and of 256 threads sum correctly. The occupancy calculator says that
// 192 would be best, and with 192 the sum is too small, by the same amount in each run. The
// checkers say nothing at all."
//
//   make emulate FILE=debugging/14_sum_192.cu
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int threads = 192;

__global__ void sum(const float* in, float* total) {
    __shared__ float values[threads];
    const int thread = threadIdx.x;
    values[thread] = in[thread];
    __syncthreads();
    for (int stride = threads / 2; stride > 0; stride /= 2) {
        if (thread < stride) values[thread] += values[thread + stride];
        __syncthreads();
    }
    if (thread == 0) *total = values[0];
}

int main() {
    const std::vector<float> numbers(threads, 1.0F);
    float* in = nullptr;
    float* total = nullptr;
    cudaMalloc(&in, threads * sizeof(float));
    cudaMalloc(&total, sizeof(float));
    cudaMemcpy(in, numbers.data(), threads * sizeof(float), cudaMemcpyHostToDevice);
    sum<<<1, threads>>>(in, total);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("kernel: %s\n", cudaGetErrorName(error));
    if (error != cudaSuccess) return 1;  // no result to look at
    float result = 0.0F;
    cudaMemcpy(&result, total, sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(total);
    std::printf("sum: %g, wanted: %d\n", result, threads);
    return result != static_cast<float>(threads) ? 1 : 0;
}
