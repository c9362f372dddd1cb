// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: a barrier follows the store, but none ends the round: a fast warp overwrites what a slow
// one still reads.
// CPU device: racecheck. compute-sanitizer: racecheck.

#include <cuda_runtime.h>

#include <cstdio>

__global__ void rounds_through_tile(float* data, int count, int rounds) {
    __shared__ float tile[256];
    const int i = static_cast<int>(threadIdx.x);
    float sum = 0.0F;
    for (int round = 0; round < rounds; ++round) {
        tile[i] = static_cast<float>(i + round);
        __syncthreads();
        sum += tile[count - 1 - i];
        // Missing: __syncthreads();
    }
    data[i] = sum;
}

int main() {
    const int count = 256;
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    rounds_through_tile<<<1, count>>>(data, count, 4);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    return 0;
}
