// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the texts show of a grid that stays: what a device has, more shared memory than 48 KiB, and
// how many blocks of a kernel it holds at a time. Each block turns rows around in shared memory.
//
//   make emulate FILE=lessons/examples/grid_that_stays.cu
// Prints:
//   kernel: cudaSuccess
//   0 elements are wrong
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <vector>

__device__ void turn_row(int cols, const float* x_row, float* y_row, float* kept) {
    for (int column = threadIdx.x; column < cols; column += blockDim.x)
        kept[column] = x_row[column];
    __syncthreads();
    for (int column = threadIdx.x; column < cols; column += blockDim.x)
        y_row[column] = kept[cols - 1 - column];
    __syncthreads();  // all have read the row before the next one takes its place
}

__global__ void turn_rows(std::int64_t rows, int cols, const float* x, float* y) {
    //! [array without a size]
    extern __shared__ float kept[];
    //! [array without a size]
    //! [rows of a block]
    for (std::int64_t row = blockIdx.x; row < rows; row += gridDim.x)
        turn_row(cols, x + row * cols, y + row * cols, kept);
    //! [rows of a block]
}

// Turns the rows around, with as many blocks as the device holds at a time.
cudaError_t turn_all(std::int64_t rows, int cols, const float* x, float* y, cudaStream_t stream) {
    constexpr auto kernel = turn_rows;
    constexpr int threads = 256;
    const std::size_t shared_bytes = cols * sizeof(float);
    int device = 0;
    cudaGetDevice(&device);
    int multiprocessors = 0;
    int most_bytes = 0;
    //! [attributes]
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
    cudaDeviceGetAttribute(&most_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    //! [attributes]
    const int bytes = static_cast<int>(shared_bytes);
    if (bytes > most_bytes) return cudaErrorInvalidValue;
    //! [opt in]
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    //! [opt in]
    //! [occupancy]
    int blocks = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes);
    //! [occupancy]
    const cudaError_t error = cudaGetLastError();  // of any call above
    if (error != cudaSuccess) return error;
    const int grid = blocks * multiprocessors;
    //! [launch]
    kernel<<<grid, threads, cols * sizeof(float), stream>>>(rows, cols, x, y);
    //! [launch]
    return cudaGetLastError();
}

int main() {
    constexpr std::int64_t rows = 600;
    constexpr int cols = 16000;  // 62.5 KiB
    std::vector<float> numbers(rows * cols);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<float>(i);  // below 2^24: each is exact
    const std::size_t bytes = numbers.size() * sizeof(float);
    float* x = nullptr;
    float* y = nullptr;
    cudaMalloc(&x, bytes);
    cudaMalloc(&y, bytes);
    cudaMemcpy(x, numbers.data(), bytes, cudaMemcpyHostToDevice);
    cudaError_t error = turn_all(rows, cols, x, y, nullptr);
    if (error == cudaSuccess) error = cudaDeviceSynchronize();
    std::printf("kernel: %s\n", cudaGetErrorName(error));
    if (error != cudaSuccess) return 1;

    std::vector<float> turned(numbers.size());
    cudaMemcpy(turned.data(), y, bytes, cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(y);
    int wrong = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        for (int column = 0; column < cols; ++column)
            wrong += turned[row * cols + column] != numbers[row * cols + cols - 1 - column];
    }
    std::printf("%d elements are wrong\n", wrong);
    return wrong == 0 ? 0 : 1;
}
