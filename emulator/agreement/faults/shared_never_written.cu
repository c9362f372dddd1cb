// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: half of the threads fill the tile, all of it is read.
// CPU device: initcheck. compute-sanitizer: silent, because initcheck looks at global memory only.

#include <cuda_runtime.h>

#include <cstdio>

__global__ void through_tile(float* data, int filled) {
    __shared__ float tile[256];
    const int i = static_cast<int>(threadIdx.x);
    if (i < filled) tile[i] = 1.0F;
    __syncthreads();
    data[i] = tile[i];
}

int main() {
    const int count = 256;
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    through_tile<<<1, count>>>(data, count / 2);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    return 0;
}
