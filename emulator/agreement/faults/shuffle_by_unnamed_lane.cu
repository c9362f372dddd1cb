// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: all 32 lanes call a shuffle whose mask names 16 of them.
// CPU device: synccheck. compute-sanitizer: synccheck.

#include <cuda_runtime.h>

#include <unistd.h>
#include <cstdio>

__global__ void broadcast(float* data, unsigned int mask) {
    const int lane = static_cast<int>(threadIdx.x);
    data[lane] = __shfl_sync(mask, static_cast<float>(lane), 0);
}

int main() {
    const int count = 32;
    alarm(20);  // a GPU may wait for ever
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    broadcast<<<1, count>>>(data, 0x0000ffffU);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    return 0;
}
