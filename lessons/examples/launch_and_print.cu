// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the texts show of a launch, and of printf in a kernel. A test compares the lines that it
// prints.
//
//   make emulate FILE=lessons/examples/launch_and_print.cu
// Prints:
//   maximum of row 2: 8
//   i 5, value 8.5
//   kernels: cudaSuccess
//   0 of 40 rows are wrong
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

// The maximum of each row: a thread takes a row.
__global__ void row_maxima(int rows, int cols, const float* x, float* maxima) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float maximum = x[row * cols];
    for (int column = 1; column < cols; ++column)
        maximum = fmaxf(maximum, x[row * cols + column]);
    //! [print a row]
    if (row == 2) printf("maximum of row 2: %g\n", maximum);
    //! [print a row]
    maxima[row] = maximum;
}

__global__ void halve(int count, float* values) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float value = 0.5F * values[i];
    //! [print a thread]
    if (blockIdx.x == 0 && threadIdx.x == 5) printf("i %d, value %g\n", i, value);
    //! [print a thread]
    values[i] = value;
}

int main() {
    constexpr int rows = 40;
    constexpr int cols = 3;
    std::vector<float> numbers(rows * cols);
    for (int i = 0; i < rows * cols; ++i)
        numbers[i] = static_cast<float>(i);
    float* x = nullptr;
    float* maxima = nullptr;
    cudaMalloc(&x, rows * cols * sizeof(float));
    cudaMalloc(&maxima, rows * sizeof(float));
    cudaMemcpy(x, numbers.data(), rows * cols * sizeof(float), cudaMemcpyHostToDevice);
    cudaStream_t stream = nullptr;
    cudaStreamCreate(&stream);

    const int threads_per_block = 32;
    const int blocks = (rows - 1) / threads_per_block + 1;
    //! [launch]
    row_maxima<<<blocks, threads_per_block, 0, stream>>>(rows, cols, x, maxima);
    //! [launch]
    halve<<<blocks, threads_per_block, 0, stream>>>(rows, maxima);
    const cudaError_t error = cudaStreamSynchronize(stream);
    std::printf("kernels: %s\n", cudaGetErrorName(error));
    if (error != cudaSuccess) return 1;

    std::vector<float> halves(rows);
    cudaMemcpy(halves.data(), maxima, rows * sizeof(float), cudaMemcpyDeviceToHost);
    cudaStreamDestroy(stream);
    cudaFree(x);
    cudaFree(maxima);
    int wrong = 0;
    for (int row = 0; row < rows; ++row)
        wrong += halves[row] != 0.5F * static_cast<float>(row * cols + cols - 1);
    std::printf("%d of %d rows are wrong\n", wrong, rows);
    return wrong == 0 ? 0 : 1;
}
