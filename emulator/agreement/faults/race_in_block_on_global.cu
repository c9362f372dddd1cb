// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: a thread reads the element of global memory that a thread of another warp wrote, with no
// barrier in between.
// CPU device: racecheck. compute-sanitizer: silent, because racecheck looks at shared memory only.

#include <cuda_runtime.h>

#include <cstdio>

__global__ void reverse(float* data, float* scratch, int count) {
    const int i = static_cast<int>(threadIdx.x);
    scratch[i] = static_cast<float>(i);
    // Missing: __syncthreads();
    data[i] = scratch[count - 1 - i];
}

int main() {
    const int count = 256;
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    float* scratch = nullptr;
    cudaMalloc(&scratch, count * sizeof(float));
    cudaMemset(scratch, 0, count * sizeof(float));
    reverse<<<1, count>>>(data, scratch, count);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    cudaFree(scratch);
    return 0;
}
