// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: the lanes of a warp part, and each side has its own __syncthreads.
// CPU device: synccheck. compute-sanitizer: synccheck.

#include <cuda_runtime.h>

#include <unistd.h>
#include <cstdio>

__global__ void two_barriers(float* data) {
    __shared__ float tile[64];
    const int i = static_cast<int>(threadIdx.x);
    float value = 0.0F;
    if (i % 2 == 0) {
        tile[i] = static_cast<float>(i);
        __syncthreads();
        value = tile[(i + 2) % 64];
    } else {
        tile[i] = static_cast<float>(-i);
        __syncthreads();
        value = tile[(i + 62) % 64] * 3.0F;
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
