// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern: a transpose that reads along rows and writes along columns: 4 sectors a load, 32 a
// store.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <vector>

__global__ void transpose(const float* in, float* out, int size) {
    const int column = static_cast<int>(threadIdx.x);
    for (int row = static_cast<int>(blockIdx.x); row < size; row += static_cast<int>(gridDim.x))
        out[column * size + row] = in[row * size + column];
}

int main() {
    const int threads = 32;
    std::vector<float> host(threads * threads);
    for (std::size_t i = 0; i < host.size(); ++i)
        host[i] = static_cast<float>(i % 100);
    float* in = nullptr;
    float* out = nullptr;
    cudaMalloc(&in, host.size() * sizeof(float));
    cudaMalloc(&out, threads * threads * sizeof(float));
    cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
    transpose<<<4, threads>>>(in, out, threads);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = 0;
    cudaMemcpy(&last, out + threads * threads - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
