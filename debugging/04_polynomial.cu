// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The report: "The kernel evaluates a polynomial at many points. The points are in device memory,
// and so are the values. The polynomial itself is passed by value, as one should do with small
// structures. The kernel fails with cudaErrorIllegalAddress, with any number of points."
//
//   make emulate FILE=debugging/04_polynomial.cu
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

struct Polynomial {
    int degree;
    const float* coefficients;  // degree + 1 of them, that of the highest power first
};

__global__ void evaluate(Polynomial polynomial, const float* points, float* values, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float value = 0.0F;
    for (int power = 0; power <= polynomial.degree; ++power) {
        value = value * points[i] + polynomial.coefficients[power];
    }
    values[i] = value;
}

int main() {
    constexpr int count = 300;
    const std::vector<float> coefficients = {2.0F, -3.0F, 1.0F};  // 2 x^2 - 3 x + 1
    std::vector<float> points(count);
    for (int i = 0; i < count; ++i)
        points[i] = static_cast<float>(i - 150);

    float* device_points = nullptr;
    float* device_values = nullptr;
    cudaMalloc(&device_points, count * sizeof(float));
    cudaMalloc(&device_values, count * sizeof(float));
    cudaMemcpy(device_points, points.data(), count * sizeof(float), cudaMemcpyHostToDevice);

    const Polynomial polynomial = {2, coefficients.data()};
    evaluate<<<(count + 127) / 128, 128>>>(polynomial, device_points, device_values, count);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("kernel: %s\n", cudaGetErrorName(error));
    if (error != cudaSuccess) return 1;  // no result to look at
    std::vector<float> values(count);
    cudaMemcpy(values.data(), device_values, count * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(device_points);
    cudaFree(device_values);

    int wrong = 0;
    for (int i = 0; i < count; ++i) {
        const float x = points[i];
        wrong += values[i] != 2.0F * x * x - 3.0F * x + 1.0F;
    }
    std::printf("%d of %d values are wrong\n", wrong, count);
    return wrong != 0 ? 1 : 0;
}
