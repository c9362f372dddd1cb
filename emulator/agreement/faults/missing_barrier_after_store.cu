// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: a thread reads what a thread of another warp stored, with no barrier in between.
// CPU device: racecheck. compute-sanitizer: racecheck.

#include <cuda_runtime.h>

#include <cstdio>

__global__ void reverse(float* data, int count) {
    __shared__ float tile[256];
    const int i = static_cast<int>(threadIdx.x);
    tile[i] = static_cast<float>(i);
    // Missing: __syncthreads();
    data[i] = tile[count - 1 - i];
}

int main() {
    const int count = 256;
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    reverse<<<1, count>>>(data, count);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    return 0;
}
