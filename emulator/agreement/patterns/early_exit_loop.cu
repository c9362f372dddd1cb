// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Pattern: lanes leave a loop after different numbers of rounds (the steps of the Collatz sequence
// of lane + 1), and meet behind it.
// A warp makes as many requests in the loop as its longest lane has rounds.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <vector>

__global__ void early_exit_loop(const float* in, float* out, int start) {
    const int i = static_cast<int>(threadIdx.x);
    float sum = 0.0F;
    int number = i + start;
#pragma unroll 1
    while (number != 1) {
        sum += in[number % 32 * 64 + i];
        number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    }
    out[i] = sum + in[i + 1];
}

int main() {
    const int threads = 64;
    std::vector<float> host(64 * 33);
    for (std::size_t i = 0; i < host.size(); ++i)
        host[i] = static_cast<float>(i % 100);
    float* in = nullptr;
    float* out = nullptr;
    cudaMalloc(&in, host.size() * sizeof(float));
    cudaMalloc(&out, threads * sizeof(float));
    cudaMemcpy(in, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);
    early_exit_loop<<<1, threads>>>(in, out, 1);
    std::printf("launch: %s\n", cudaGetErrorName(cudaGetLastError()));
    std::printf("kernel: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    float last = 0;
    cudaMemcpy(&last, out + threads - 1, sizeof last, cudaMemcpyDeviceToHost);
    std::printf("last element: %g\n", last);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
