// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The report: "The filter should blur: each element becomes an average of its neighbourhood, and
// near ones count more. The result is always exactly the input. The checkers say nothing at all."
//
//   make emulate FILE=debugging/13_soft_edges.cu
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int radius = 3;

// 1 for the element itself, 1/2 for its neighbours, then 1/3, then 1/4.
__device__ float weight(int distance) {
    return 1 / (1 + abs(distance));
}

__global__ void blur(const float* in, float* out, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float sum = 0.0F;
    float weights = 0.0F;
    for (int distance = -radius; distance <= radius; ++distance) {
        const int j = i + distance;
        if (j < 0 || j >= count) continue;
        sum += weight(distance) * in[j];
        weights += weight(distance);
    }
    out[i] = sum / weights;
}

int main() {
    constexpr int count = 200;
    constexpr int edge = 100;  // zeros before it, ones from it on
    std::vector<float> series(count, 0.0F);
    for (int i = edge; i < count; ++i)
        series[i] = 1.0F;
    float* in = nullptr;
    float* out = nullptr;
    cudaMalloc(&in, count * sizeof(float));
    cudaMalloc(&out, count * sizeof(float));
    cudaMemcpy(in, series.data(), count * sizeof(float), cudaMemcpyHostToDevice);
    blur<<<(count + 63) / 64, 64>>>(in, out, count);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("kernel: %s\n", cudaGetErrorName(error));
    if (error != cudaSuccess) return 1;  // no result to look at
    std::vector<float> result(count);
    cudaMemcpy(result.data(), out, count * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);

    // At the first one: 1 + 1/2 + 1/3 + 1/4 of ones, of 1 + 2 (1/2 + 1/3 + 1/4) in all.
    const float wanted = 25.0F / 38.0F;
    const float difference = result[edge] - wanted;
    std::printf("at the edge: %.4f, wanted: %.4f\n", result[edge], wanted);
    return difference < 1e-5F && difference > -1e-5F ? 0 : 1;
}
