// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Fault: the kernel gets a pointer to memory of the host (std::vector).
// CPU device: memcheck. compute-sanitizer: memcheck. Where the driver lets a GPU reach all of the
// host's memory (addressing mode HMM or ATS), the program itself runs without an error.

#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void fill(float* data, int count) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count) data[i] = 1.0F;
}

int main() {
    const int count = 250;
    std::vector<float> on_host(count, 0.0F);
    fill<<<4, 64>>>(on_host.data(), count);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    std::printf("last element: %g\n", on_host[count - 1]);
    return 0;
}
