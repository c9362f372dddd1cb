// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern: all threads of a block read the same element: 1 sector a request.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <vector>

__global__ void read_broadcast(const float* in, float* out) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    out[i] = in[blockIdx.x] + static_cast<float>(threadIdx.x);
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
    read_broadcast<<<4, threads / 4>>>(in, out);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = 0;
    cudaMemcpy(&last, out + threads - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
