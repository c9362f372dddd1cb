// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: the launch asks for 64 bytes of shared memory where the kernel uses 64 floats: the size
// is in bytes.
// CPU device: memcheck. compute-sanitizer: memcheck.

#include <cuda_runtime.h>

#include <cstdio>

__global__ void through_tile(float* data, int count) {
    extern __shared__ float tile[];  // [64]
    const int i = static_cast<int>(threadIdx.x);
    tile[i] = static_cast<float>(i);
    __syncthreads();
    if (i < count) data[i] = tile[63 - i];
}

int main() {
    const int count = 50;
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    through_tile<<<1, 64, 64>>>(data, count);  // should be 64 * sizeof(float)
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    return 0;
}
