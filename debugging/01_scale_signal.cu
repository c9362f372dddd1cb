// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The report: "For a year we scaled signals of 1024 samples, and all was well. Now some have 1000.
// On our GPU every sample of the result is right, this program says so. But in the application,
// whatever was allocated next changes now and then."
//
//   make emulate FILE=debugging/01_scale_signal.cu
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void scale(float* samples, float factor) {
    const int sample = blockIdx.x * blockDim.x + threadIdx.x;
    samples[sample] *= factor;
}

int main() {
    constexpr int count = 1000;
    constexpr int threads = 256;
    std::vector<float> samples(count);
    for (int i = 0; i < count; ++i)
        samples[i] = static_cast<float>(i % 17);

    float* device = nullptr;
    cudaMalloc(&device, count * sizeof(float));
    cudaMemcpy(device, samples.data(), count * sizeof(float), cudaMemcpyHostToDevice);
    scale<<<(count + threads - 1) / threads, threads>>>(device, 0.5F);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("kernel: %s\n", cudaGetErrorName(error));
    if (error != cudaSuccess) return 1;  // no result to look at
    cudaMemcpy(samples.data(), device, count * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(device);

    int wrong = 0;
    for (int i = 0; i < count; ++i)
        wrong += samples[i] != 0.5F * static_cast<float>(i % 17);
    std::printf("%d of %d samples are wrong\n", wrong, count);
    return wrong != 0 ? 1 : 0;
}
