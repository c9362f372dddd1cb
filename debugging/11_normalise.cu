// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The report: "All results are right. But after some hours the server has no device memory left,
// and cudaMalloc fails. Silent microphones make it worse."
//
//   make emulate FILE=debugging/11_normalise.cu WORKSHOP_WATCH=all
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <vector>

__global__ void largest(const float* in, int count, float* result) {
    float most = 0.0F;
    for (int i = 0; i < count; ++i)
        most = fmaxf(most, fabsf(in[i]));
    *result = most;
}

__global__ void scale(float* data, int count, float factor) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) data[i] *= factor;
}

// Scales a recording so that its loudest sample is 1 or -1. A silent one stays as it is.
cudaError_t normalise(std::vector<float>& recording) {
    const int count = static_cast<int>(recording.size());
    const size_t bytes = count * sizeof(float);
    float* samples = nullptr;
    float* most = nullptr;
    cudaMalloc(&samples, bytes);
    cudaMalloc(&most, sizeof(float));
    cudaMemcpy(samples, recording.data(), bytes, cudaMemcpyHostToDevice);
    largest<<<1, 1>>>(samples, count, most);
    float loudest = 0.0F;
    const cudaError_t error = cudaMemcpy(&loudest, most, sizeof(float), cudaMemcpyDeviceToHost);
    if (error != cudaSuccess || loudest == 0.0F) return error;

    scale<<<(count + 127) / 128, 128>>>(samples, count, 1.0F / loudest);
    cudaMemcpy(recording.data(), samples, bytes, cudaMemcpyDeviceToHost);
    cudaFree(samples);
    cudaFree(most);
    return cudaGetLastError();
}

int main() {
    int wrong = 0;
    for (const float loudness : {4.0F, 0.0F, 0.5F}) {
        std::vector<float> recording(700);
        for (int i = 0; i < 700; ++i)
            recording[i] = (i % 2 == 0 ? loudness : -loudness);
        const cudaError_t error = normalise(recording);
        std::printf("loudness %g: %s\n", loudness, cudaGetErrorName(error));
        for (int i = 0; i < 700; ++i) {
            const float unit = loudness == 0.0F ? 0.0F : 1.0F;
            wrong += recording[i] != (i % 2 == 0 ? unit : -unit);
        }
        wrong += error != cudaSuccess;
    }
    std::printf("%d samples are wrong\n", wrong);
    return wrong != 0 ? 1 : 0;
}
