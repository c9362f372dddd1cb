// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: the last block adds up what the others wrote, but no fence stands between a block's write
// and its ticket.
// CPU device: racecheck. compute-sanitizer: silent, because racecheck looks at shared memory only.

#include <cuda_runtime.h>

#include <cstdio>

// Every block sums its part; the block that draws the last ticket adds the parts.
__global__ void sum_by_last_block(float* data, unsigned int* tickets, int count) {
    __shared__ bool is_last;
    float* parts = data;
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = static_cast<float>(blockIdx.x + 1);
        // Missing: __threadfence();
        is_last = atomicAdd(tickets, 1U) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        float sum = 0.0F;
        for (unsigned int block = 0; block < gridDim.x; ++block)
            sum += parts[block];
        parts[count - 1] = sum;
    }
}

int main() {
    const int count = 250;
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    unsigned int* tickets = nullptr;
    cudaMalloc(&tickets, sizeof(unsigned int));
    cudaMemset(tickets, 0, sizeof(unsigned int));
    sum_by_last_block<<<8, 64>>>(data, tickets, count);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    cudaFree(tickets);
    return 0;
}
