// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: all threads with the same remainder write one element of shared memory, each its own
// value.
// CPU device: racecheck. compute-sanitizer: racecheck.

#include <cuda_runtime.h>

#include <cstdio>

__global__ void last_writer_wins(float* data, int slots) {
    __shared__ float slot[32];
    const int i = static_cast<int>(threadIdx.x);
    slot[i % slots] = static_cast<float>(i);
    __syncthreads();
    data[i] = slot[i % slots];
}

int main() {
    const int count = 256;
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    last_writer_wins<<<1, count>>>(data, 32);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    return 0;
}
