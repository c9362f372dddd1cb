// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Mended: all lanes shuffle. Those behind the last element bring a 0.
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
    const float value = sum_of_warp(i < count ? in[i] : 0.0F);
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
