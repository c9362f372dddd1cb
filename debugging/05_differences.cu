// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The report: "Each thread stores its element in shared memory and subtracts the one of its left
// neighbour. On my GPU all tests are green. On the build server, a few differences are wrong, not
// the same ones in each run, and always at a multiple of 32."
//
//   make emulate FILE=debugging/05_differences.cu
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int threads = 128;

__global__ void differences(const float* in, float* out, int count) {
    __shared__ float tile[threads];
    const int i = blockIdx.x * threads + threadIdx.x;
    if (i < count) tile[threadIdx.x] = in[i];
    if (i > 0 && i < count) {
        // The neighbour of the block's first thread is in another block.
        const float left = threadIdx.x > 0 ? tile[threadIdx.x - 1] : in[i - 1];
        out[i] = tile[threadIdx.x] - left;
    }
}

int main() {
    constexpr int count = 1000;
    std::vector<float> series(count);
    for (int i = 0; i < count; ++i)
        series[i] = static_cast<float>(i * i % 101);
    std::vector<float> result(count);

    float* in = nullptr;
    float* out = nullptr;
    cudaMalloc(&in, count * sizeof(float));
    cudaMalloc(&out, count * sizeof(float));
    cudaMemcpy(in, series.data(), count * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, count * sizeof(float));
    differences<<<(count + threads - 1) / threads, threads>>>(in, out, count);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("kernel: %s\n", cudaGetErrorName(error));
    if (error != cudaSuccess) return 1;  // no result to look at
    cudaMemcpy(result.data(), out, count * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);

    int wrong = 0;
    for (int i = 1; i < count; ++i)
        wrong += result[i] != series[i] - series[i - 1];
    std::printf("%d of %d differences are wrong\n", wrong, count - 1);
    return wrong != 0 ? 1 : 0;
}
