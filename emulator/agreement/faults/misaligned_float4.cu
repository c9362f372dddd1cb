// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: rows of 5 floats are read as float4; from row 1 on the address is no multiple of 16.
// CPU device: memcheck. compute-sanitizer: memcheck.

#include <cuda_runtime.h>

#include <cstdio>

__global__ void first_four_of_row(float* rows, int columns, float* sums) {
    const float* row = rows + static_cast<int>(threadIdx.x) * columns;
    const float4 four = *reinterpret_cast<const float4*>(row);
    sums[threadIdx.x] = four.x + four.y + four.z + four.w;
}

int main() {
    const int count = 250;
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    float* sums = nullptr;
    cudaMalloc(&sums, 32 * sizeof(float));
    cudaMemset(sums, 0, 32 * sizeof(float));
    first_four_of_row<<<1, 32>>>(data, 5, sums);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    cudaFree(sums);
    return 0;
}
