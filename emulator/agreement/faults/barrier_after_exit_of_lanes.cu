// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: some lanes of a warp return before a __syncthreads that the others wait at.
// CPU device: a warning, because GPUs since Volta count threads that have left as arrived.
// compute-sanitizer: synccheck.

#include <cuda_runtime.h>

#include <unistd.h>
#include <cstdio>

__global__ void guarded_too_early(float* data, int working) {
    __shared__ float tile[64];
    const int i = static_cast<int>(threadIdx.x);
    if (i >= working) return;  // the guard should stand around the work, not before the barrier
    tile[i] = static_cast<float>(i);
    __syncthreads();
    data[i] = tile[working - 1 - i];
}

int main() {
    const int count = 64;
    alarm(20);  // a GPU may wait for ever
    float* data = nullptr;
    cudaMalloc(&data, count * sizeof(float));
    cudaMemset(data, 0, count * sizeof(float));
    guarded_too_early<<<1, count>>>(data, count - 14);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = -1.0F;
    cudaMemcpy(&last, data + count - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(data);
    return 0;
}
