// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern: every thread adds to the same integer, and nobody uses the result.
// One request a warp and 1 sector. nvcc may add up the warp's lanes first and let one lane make
// the atomic.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <vector>

__global__ void atomic_on_one_address(unsigned int* in, unsigned int* out) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    atomicAdd(&in[0], static_cast<unsigned int>(i) % 3U);
    out[i] = static_cast<unsigned int>(i);
}

int main() {
    const int threads = 256;
    std::vector<unsigned int> host(threads);
    for (std::size_t i = 0; i < host.size(); ++i)
        host[i] = static_cast<unsigned int>(i % 100);
    unsigned int* in = nullptr;
    unsigned int* out = nullptr;
    cudaMalloc(&in, host.size() * sizeof(unsigned int));
    cudaMalloc(&out, threads * sizeof(unsigned int));
    cudaMemcpy(in, host.data(), host.size() * sizeof(unsigned int), cudaMemcpyHostToDevice);
    atomic_on_one_address<<<4, threads / 4>>>(in, out);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    unsigned int last = 0;
    cudaMemcpy(&last, out + threads - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %u\n", last);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
