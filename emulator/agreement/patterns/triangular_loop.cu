// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern: an inner loop whose length is the lane's number modulo 4, inside a loop that all lanes
// run.
// A warp makes 3 requests a round in the inner loop, by 24, 16 and 8 lanes, and 1 after it.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <vector>

__global__ void triangular_loop(const float* in, float* out, int rounds) {
    const int i = static_cast<int>(threadIdx.x);
    float sum = 0.0F;
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
#pragma unroll 1
        for (int step = 0; step < i % 4; ++step)
            sum += in[step * 32 + i];
        sum += in[round * 64 + i];
    }
    out[i] = sum;
}

int main() {
    const int threads = 64;
    std::vector<float> host(64 * 16);
    for (std::size_t i = 0; i < host.size(); ++i)
        host[i] = static_cast<float>(i % 100);
    float* in = nullptr;
    float* out = nullptr;
    cudaMalloc(&in, host.size() * sizeof(float));
    cudaMalloc(&out, threads * sizeof(float));
    cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
    triangular_loop<<<1, threads>>>(in, out, 10);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = 0;
    cudaMemcpy(&last, out + threads - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
