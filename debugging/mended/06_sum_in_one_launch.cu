// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Mended: the ticket is drawn after the part is written, with the fence between the two.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int threads = 64;
constexpr int blocks = 8;

__device__ unsigned finished = 0;

__global__ void sum(const float* in, int count, float* parts, float* total) {
    __shared__ float values[threads];
    float value = 0.0F;
    for (int i = blockIdx.x * threads + threadIdx.x; i < count; i += blocks * threads) {
        value += in[i];
    }
    values[threadIdx.x] = value;
    __syncthreads();
    if (threadIdx.x != 0) return;

    float part = 0.0F;
    for (int i = 0; i < threads; ++i)
        part += values[i];
    parts[blockIdx.x] = part;
    __threadfence();
    const unsigned ticket = atomicAdd(&finished, 1);
    const bool last = ticket == blocks - 1;
    if (last) {
        __threadfence();
        float all = 0.0F;
        for (int block = 0; block < blocks; ++block)
            all += parts[block];
        *total = all;
        atomicExch(&finished, 0);  // for the next launch
    }
}

int main() {
    constexpr int count = 5000;
    const std::vector<float> numbers(count, 2.0F);
    float* in = nullptr;
    float* parts = nullptr;
    float* total = nullptr;
    cudaMalloc(&in, count * sizeof(float));
    cudaMalloc(&parts, blocks * sizeof(float));
    cudaMalloc(&total, sizeof(float));
    cudaMemcpy(in, numbers.data(), count * sizeof(float), cudaMemcpyHostToDevice);
    sum<<<blocks, threads>>>(in, count, parts, total);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("kernel: %s\n", cudaGetErrorName(error));
    if (error != cudaSuccess) return 1;  // no result to look at
    float result = 0.0F;
    cudaMemcpy(&result, total, sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(parts);
    cudaFree(total);
    std::printf("sum: %g, wanted: %g\n", result, 2.0F * count);
    return result != 2.0F * count ? 1 : 0;
}
