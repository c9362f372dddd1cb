// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The report: "A block sums its elements by shuffles. I was told to write the full mask everywhere,
// 0xffffffff, and did. It works for 256, 512 and 1024 elements. With 1000 it never comes back."
//
//   make emulate FILE=debugging/10_warp_sums.cu
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int threads = 256;
constexpr unsigned all_lanes = 0xffffffffU;

__device__ float sum_of_warp(float value) {
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_down_sync(all_lanes, value, offset);
    }
    return value;
}

__global__ void sum(const float* in, int count, float* total) {
    __shared__ float sums[threads / 32];
    const int i = blockIdx.x * threads + threadIdx.x;
    float value = 0.0F;
    if (i < count) value = sum_of_warp(in[i]);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x == 0) {
        float all = 0.0F;
        for (const float of_warp : sums)
            all += of_warp;
        atomicAdd(total, all);
    }
}

int main() {
    constexpr int count = 1000;
    const std::vector<float> numbers(count, 3.0F);
    float* in = nullptr;
    float* total = nullptr;
    cudaMalloc(&in, count * sizeof(float));
    cudaMalloc(&total, sizeof(float));
    cudaMemcpy(in, numbers.data(), count * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(total, 0, sizeof(float));
    sum<<<(count + threads - 1) / threads, threads>>>(in, count, total);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("kernel: %s\n", cudaGetErrorName(error));
    if (error != cudaSuccess) return 1;  // no result to look at
    float result = 0.0F;
    cudaMemcpy(&result, total, sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(total);
    std::printf("sum: %g, wanted: %g\n", result, 3.0F * count);
    return result != 3.0F * count ? 1 : 0;
}
