// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// @brief What the test of gdb debugs.

#include <cuda_runtime.h>

__global__ void debugged_kernel(int* out) {
    int sum = 0;
    for (int i = 0; i <= static_cast<int>(threadIdx.x); ++i)
        sum += i;
    out[threadIdx.x] = sum;  // gdb stops here
}

int main() {
    int* out = nullptr;
    if (cudaMalloc(&out, 8 * sizeof(int)) != cudaSuccess) return 1;
    debugged_kernel<<<1, 8>>>(out);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
