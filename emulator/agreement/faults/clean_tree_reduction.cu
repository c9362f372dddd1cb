// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// No fault: a tree in shared memory with a barrier after every step.
// CPU device: silent. compute-sanitizer: silent.

#include <cuda_runtime.h>

#include <cstdio>

__global__ void block_sum(float* data) {
    __shared__ float partial[256];
    const unsigned int i = threadIdx.x;
    partial[i] = data[i] + 1.0F;
    __syncthreads();
    for (unsigned int half = blockDim.x / 2; half > 0; half /= 2) {
        if (i < half) partial[i] += partial[i + half];
        __syncthreads();
    }
    data[i] = partial[0];
}

int main() {
    const int count = 256;
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    block_sum<<<1, count>>>(data);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    return 0;
}
