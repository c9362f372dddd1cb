// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: one warp waits at one __syncthreads, the other warp at another one.
// CPU device: synccheck. compute-sanitizer: silent: no warp is divided, and the hardware has one
// barrier for both lines.

#include <cuda_runtime.h>

#include <unistd.h>
#include <cstdio>

__global__ void two_barriers(float* data) {
    __shared__ float tile[64];
    const int i = static_cast<int>(threadIdx.x);
    float value = 0.0F;
    if (i < 32) {
        tile[i] = static_cast<float>(i);
        __syncthreads();
        value = tile[i + 32];
    } else {
        tile[i] = static_cast<float>(-i);
        __syncthreads();
        value = tile[i - 32] * 3.0F;
    }
    data[i] = value;
}

int main() {
    const int count = 64;
    alarm(20);  // a GPU may wait for ever
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    two_barriers<<<1, count>>>(data);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    return 0;
}
