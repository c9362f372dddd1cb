// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The report: "The means of the columns are right in the first call after the program starts, and
// wrong in later ones. Each call gets fresh memory, so no call can disturb the next."
//
//   make emulate FILE=debugging/08_column_means.cu
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int rows = 90;
constexpr int columns = 40;

// One block a group of 10 rows, one thread a column: adds its share to the mean.
__global__ void add_to_means(const float* matrix, float* means) {
    const int column = threadIdx.x;
    float sum = 0.0F;
    const int first = 10 * blockIdx.x;
    for (int row = first; row < first + 10; ++row) {
        sum += matrix[row * columns + column];
    }
    atomicAdd(&means[column], sum / rows);
}

int main() {
    std::vector<float> matrix(rows * columns);
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            matrix[row * columns + column] = static_cast<float>(9 * column);
        }
    }
    const size_t bytes = matrix.size() * sizeof(float);
    float* device = nullptr;
    float* means = nullptr;
    cudaMalloc(&device, bytes);
    cudaMalloc(&means, columns * sizeof(float));
    cudaMemcpy(device, matrix.data(), bytes, cudaMemcpyHostToDevice);
    add_to_means<<<rows / 10, columns>>>(device, means);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("kernel: %s\n", cudaGetErrorName(error));
    if (error != cudaSuccess) return 1;  // no result to look at
    std::vector<float> result(columns);
    cudaMemcpy(result.data(), means, columns * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(device);
    cudaFree(means);

    int wrong = 0;
    for (int column = 0; column < columns; ++column) {
        wrong += result[column] != static_cast<float>(9 * column);
    }
    std::printf("%d of %d means are wrong\n", wrong, columns);
    return wrong != 0 ? 1 : 0;
}
