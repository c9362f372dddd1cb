// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Mended: a barrier between writing the tile and reading the neighbour's element. All threads of
// the block reach it, also those behind the end of the series.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int threads = 128;

__global__ void differences(const float* in, float* out, int count) {
    __shared__ float tile[threads];
    const int i = blockIdx.x * threads + threadIdx.x;
    if (i < count) tile[threadIdx.x] = in[i];
    __syncthreads();
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
