// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: the input was allocated and never filled.
// CPU device: initcheck. compute-sanitizer: initcheck.

#include <cuda_runtime.h>

#include <cstdio>

__global__ void twice(const float* in, float* data, int count) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) data[i] = in[i] * 2.0F;
}

int main() {
    const int count = 250;
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    float* in = nullptr;
    cudaMalloc(&in, count * sizeof(float));
    twice<<<4, 64>>>(in, data, count);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    cudaFree(in);
    return 0;
}
