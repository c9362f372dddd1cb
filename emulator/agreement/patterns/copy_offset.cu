// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern: neighbouring threads read neighbouring elements, the first `offset` elements behind a
// multiple of 32 bytes (the argument, 0 to 64).
// With offset 1 a request of 32 floats touches 5 sectors instead of 4.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void copy_offset(const float* in, float* out, int offset) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    out[i] = in[i + offset];
}

int main(int argc, char** argv) {
    const int offset = argc > 1 ? std::atoi(argv[1]) : 1;
    const int threads = 256;
    std::vector<float> host(threads + 64);
    for (std::size_t i = 0; i < host.size(); ++i)
        host[i] = static_cast<float>(i % 100);
    float* in = nullptr;
    float* out = nullptr;
    cudaMalloc(&in, host.size() * sizeof(float));
    cudaMalloc(&out, threads * sizeof(float));
    cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
    copy_offset<<<4, threads / 4>>>(in, out, offset);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = 0;
    cudaMemcpy(&last, out + threads - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
