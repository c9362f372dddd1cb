// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: an allocation is never freed. Both tools look for leaks only when asked to.
// CPU device: leakcheck. compute-sanitizer: memcheck with --leak-check full.

#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill(float* data, int count) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) data[i] = 1.0F;
}

int main() {
    const int count = 250;
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    fill<<<4, 64>>>(data, count);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaDeviceReset();  // so that the tool sees the end of the context
    return 0;
}
