// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: the thread of element 0 reads its left neighbour, which is in front of the allocation.
// CPU device: memcheck. compute-sanitizer: memcheck.

#include <cuda_runtime.h>

#include <cstdio>

__global__ void left_neighbour(const float* in, float* out, int count) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) out[i] = in[i] - in[i - 1];
}

int main() {
    const int count = 250;
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    float* out = nullptr;
    cudaMalloc(&out, count * sizeof(float));
    cudaMemset(out, 0, count * sizeof(float));
    left_neighbour<<<4, 64>>>(data, out, count);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    cudaFree(out);
    return 0;
}
