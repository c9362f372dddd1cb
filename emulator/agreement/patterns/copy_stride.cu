// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern: neighbouring threads read elements that are `stride` apart (the argument, 1 to 64).
// A request of 32 floats touches 4 sectors with stride 1, 8 with 2, 16 with 4, and 32 from 8 on.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void copy_stride(const float* in, float* out, int stride) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    out[i] = in[i * stride];
}

int main(int argc, char** argv) {
    const int stride = argc > 1 ? std::atoi(argv[1]) : 1;
    const int threads = 256;
    std::vector<float> host(threads * 64);
    for (std::size_t i = 0; i < host.size(); ++i)
        host[i] = static_cast<float>(i % 100);
    float* in = nullptr;
    float* out = nullptr;
    cudaMalloc(&in, host.size() * sizeof(float));
    cudaMalloc(&out, threads * sizeof(float));
    cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
    copy_stride<<<4, threads / 4>>>(in, out, stride);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = 0;
    cudaMemcpy(&last, out + threads - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
