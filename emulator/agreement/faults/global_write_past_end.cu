// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: the guard lets one thread too many through, so the element behind the end is written.
// CPU device: memcheck. compute-sanitizer: memcheck.

#include <cuda_runtime.h>

#include <cstdio>

// `bound` should be the number of elements.
__global__ void fill(float* data, int bound) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < bound) data[i] = 1.0F;
}

int main() {
    const int count = 250;
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    fill<<<4, 64>>>(data, count + 1);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    return 0;
}
