// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// No fault: lanes of one warp hand values over through shared memory, with __syncwarp.
// CPU device: silent. compute-sanitizer: silent.

#include <cuda_runtime.h>

#include <cstdio>

__global__ void swap_neighbours(float* data) {
    __shared__ float tile[32];
    const int lane = static_cast<int>(threadIdx.x);
    tile[lane] = static_cast<float>(lane);
    __syncwarp();
    data[lane] = tile[lane ^ 1];
}

int main() {
    const int count = 32;
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    swap_neighbours<<<1, count>>>(data);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    return 0;
}
