// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: one element too many is written, and on a GPU another allocation begins right there: the
// size is a
// multiple of the allocator's unit, so no byte lies between the two.
// CPU device: memcheck, because its allocations never touch. compute-sanitizer: silent, because
// the address is valid; its option --padding makes room between allocations and finds it.

#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(float* data, int bound) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < bound) data[i] = 1.0F;
}

int main() {
    const int count = 512;
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    float* neighbour = nullptr;
    cudaMalloc(&neighbour, count * sizeof(float));
    cudaMemset(neighbour, 0, count * sizeof(float));
    std::printf("bytes from one allocation to the other: %td\n",
                reinterpret_cast<char*>(neighbour) - reinterpret_cast<char*>(data));
    fill<<<count / 64 + 1, 64>>>(data, count + 1);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    cudaFree(neighbour);
    return 0;
}
