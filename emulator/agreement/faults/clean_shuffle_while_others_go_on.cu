// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// No fault by CUDA's rules: the mask names lanes that do not take the branch, but they run to
// their end without waiting, and a shuffle waits only for named lanes that still run.
// CPU device: silent. compute-sanitizer: may see a divided warp.

#include <cuda_runtime.h>

#include <unistd.h>
#include <cstdio>

__global__ void sum_in_branch(float* data, int working) {
    const int lane = static_cast<int>(threadIdx.x);
    float value = static_cast<float>(lane);
    if (lane < working) value += __shfl_xor_sync(0xffffffffU, value, 1);
    data[lane] = value;
}

int main() {
    const int count = 32;
    alarm(20);  // a GPU may wait for ever
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    sum_in_branch<<<1, count>>>(data, 16);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    return 0;
}
