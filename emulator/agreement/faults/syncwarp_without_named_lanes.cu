// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: half of the lanes call __syncwarp with a mask that names all of them. The others wait at
// the barrier behind the branch, so each half waits for the other.
// CPU device: synccheck. compute-sanitizer: synccheck.

#include <cuda_runtime.h>

#include <unistd.h>
#include <cstdio>

__global__ void meet_in_branch(float* data, int working) {
    __shared__ float tile[32];
    const int lane = static_cast<int>(threadIdx.x);
    tile[lane] = static_cast<float>(lane);
    float value = 1.0F;
    if (lane < working) {
        __syncwarp(0xffffffffU);
        value = tile[lane ^ 1];
    }
    __syncthreads();
    data[lane] = value + tile[31 - lane];
}

int main() {
    const int count = 32;
    alarm(20);  // a GPU may wait for ever
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    meet_in_branch<<<1, count>>>(data, 16);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    return 0;
}
