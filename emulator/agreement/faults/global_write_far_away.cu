// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: a wrong pitch puts the last row 64 MiB behind the end, where nothing is allocated.
// CPU device: memcheck. compute-sanitizer: memcheck.

#include <cuda_runtime.h>

#include <cstdio>

__global__ void fill_rows(float* data, int columns, long long pitch) {
    const int column = static_cast<int>(threadIdx.x);
    if (column < columns) data[blockIdx.x * pitch + column] = 1.0F;
}

int main() {
    const int count = 250;
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    fill_rows<<<2, 32>>>(data, 25, 16LL << 20);  // the pitch should be 25
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    return 0;
}
