// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// A fault in every launch of a loop, for flood_test.sh. The argument is how many launches.

#include <cuda_runtime.h>

#include <cstdlib>

__global__ void write_one_element(int* out) {
    *out = static_cast<int>(threadIdx.x);
}

int main(int, char** arguments) {
    int* out = nullptr;
    cudaMalloc(&out, sizeof(int));
    for (int launch = 0; launch < std::atoi(arguments[1]); ++launch)
        write_one_element<<<1, 32>>>(out);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaFree(out);
    return error == cudaSuccess ? 0 : 1;
}
