// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// @brief A program with the fault that its argument names, for watch_program_test.sh.

#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

__global__ void fill(float* out, int count) {
    const int i = static_cast<int>(threadIdx.x);
    if (i < count) out[i] = 1;
}

int main(int argc, char** argv) {
    const char* fault = argc > 1 ? argv[1] : "none";
    float* data = nullptr;
    cudaMalloc(&data, 32 * sizeof(float));
    fill<<<1, 64>>>(data, std::strcmp(fault, "bounds") == 0 ? 33 : 32);
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    if (std::strcmp(fault, "host") == 0) std::printf("%g\n", data[3]);
    if (std::strcmp(fault, "leak") != 0) cudaFree(data);
    return 0;
}
