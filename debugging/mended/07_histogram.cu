// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Mended: a loop sets all counts to 0, however many threads there are.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int bins = 128;  // one for each brightness, dark ones first
constexpr int threads = 64;

__global__ void histogram(const unsigned char* pixels, int count, unsigned* counts) {
    __shared__ unsigned own[bins];
    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
        own[bin] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        atomicAdd(&own[pixels[i]], 1U);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
        atomicAdd(&counts[bin], own[bin]);
    }
}

int main() {
    constexpr int count = 6000;
    std::vector<unsigned char> pixels(count);
    std::vector<unsigned> wanted(bins, 0);
    for (int i = 0; i < count; ++i) {
        pixels[i] = static_cast<unsigned char>(i * 7 % bins);
        ++wanted[pixels[i]];
    }
    unsigned char* device_pixels = nullptr;
    unsigned* counts = nullptr;
    cudaMalloc(&device_pixels, count);
    cudaMalloc(&counts, bins * sizeof(unsigned));
    cudaMemcpy(device_pixels, pixels.data(), count, cudaMemcpyHostToDevice);
    cudaMemset(counts, 0, bins * sizeof(unsigned));
    histogram<<<4, threads>>>(device_pixels, count, counts);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("kernel: %s\n", cudaGetErrorName(error));
    if (error != cudaSuccess) return 1;  // no result to look at
    std::vector<unsigned> result(bins);
    cudaMemcpy(result.data(), counts, bins * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaFree(device_pixels);
    cudaFree(counts);

    int wrong = 0;
    for (int bin = 0; bin < bins; ++bin)
        wrong += result[bin] != wanted[bin];
    std::printf("%d of %d counts are wrong\n", wrong, bins);
    return wrong != 0 ? 1 : 0;
}
