// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: every block adds to the same element of global memory by a plain load and store.
// CPU device: racecheck. compute-sanitizer: silent, because racecheck looks at shared memory only.

#include <cuda_runtime.h>

#include <cstdio>

__global__ void count_blocks(float* data, int element) {
    if (threadIdx.x == 0) data[element] += 1.0F;
}

int main() {
    const int count = 250;
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    count_blocks<<<8, 64>>>(data, count - 1);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    return 0;
}
