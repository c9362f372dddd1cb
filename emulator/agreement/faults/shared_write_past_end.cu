// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: a tile of 64 elements, and the thread behind the last one writes too.
// CPU device: memcheck. compute-sanitizer: memcheck.

#include <cuda_runtime.h>

#include <cstdio>

constexpr int kTile = 64;

__global__ void through_tile(float* data, int count, int bound) {
    __shared__ float tile[kTile];
    const int i = static_cast<int>(threadIdx.x);
    if (i < bound) tile[i] = static_cast<float>(i);  // `bound` should be 64
    __syncthreads();
    if (i < count) data[i] = tile[i % kTile];
}

int main() {
    const int count = 250;
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    through_tile<<<1, 256>>>(data, count, kTile + 1);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    return 0;
}
