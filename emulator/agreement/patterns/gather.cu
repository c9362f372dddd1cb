// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern: a gather through a permutation without order, as a shuffle by a linear congruential
// generator makes it.
// The indices are read in order, 4 sectors a request. How many sectors the gather itself touches
// follows from the permutation.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

__global__ void gather(const float* in, const int* index, float* out) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    out[i] = in[index[i]];
}

int main() {
    const int threads = 256;
    std::vector<float> host(threads);
    for (std::size_t i = 0; i < host.size(); ++i)
        host[i] = static_cast<float>(i % 100);
    float* in = nullptr;
    float* out = nullptr;
    cudaMalloc(&in, host.size() * sizeof(float));
    cudaMalloc(&out, threads * sizeof(float));
    cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
    std::vector<int> order(threads);
    for (int i = 0; i < threads; ++i)
        order[i] = i;
    std::uint32_t state = 1;
    for (int i = threads - 1; i > 0; --i) {
        state = state * 1664525U + 1013904223U;
        std::swap(order[i], order[state % static_cast<std::uint32_t>(i + 1)]);
    }
    int* index = nullptr;
    cudaMalloc(&index, threads * sizeof(int));
    cudaMemcpy(index, order.data(), threads * sizeof(int), cudaMemcpyHostToDevice);
    gather<<<4, threads / 4>>>(in, index, out);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = 0;
    cudaMemcpy(&last, out + threads - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(in);
    cudaFree(out);
    cudaFree(index);
    return 0;
}
