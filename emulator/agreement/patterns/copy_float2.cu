// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern: every thread copies a float2. A request of 32 of them is 256 bytes: 8 sectors.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <vector>

__global__ void copy_float2(const float2* in, float2* out) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    out[i] = in[i];
}

int main() {
    const int threads = 256;
    std::vector<float> host(threads * 2);
    for (std::size_t i = 0; i < host.size(); ++i)
        host[i] = static_cast<float>(i % 100);
    float* in = nullptr;
    float* out = nullptr;
    cudaMalloc(&in, host.size() * sizeof(float));
    cudaMalloc(&out, threads * 2 * sizeof(float));
    cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
    copy_float2<<<4, threads / 4>>>(reinterpret_cast<const float2*>(in),
                                    reinterpret_cast<float2*>(out));
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = 0;
    cudaMemcpy(&last, out + threads * 2 - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
