// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Mended: each round leaves half of the elements, rounded up, so an odd one in the middle stays.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int threads = 192;

__global__ void sum(const float* in, float* total) {
    __shared__ float values[threads];
    const int thread = threadIdx.x;
    values[thread] = in[thread];
    __syncthreads();
    for (int left = threads; left > 1; left = (left + 1) / 2) {
        const int half = (left + 1) / 2;
        if (thread + half < left) values[thread] += values[thread + half];
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
