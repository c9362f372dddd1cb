// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Softmax by four kernels, as array operations one after the other: y = exp(x - max(x)); y = y /
// sum(y). Between two kernels everything lies in global memory. What to notice: the arithmetic is
// that of lesson 2; what it costs is that x is read twice and y is written twice and read twice.
// Run it with: make experiment NAME=fused
#include "four_kernel_softmax.hpp"

namespace workshop::bench {

namespace {

constexpr int kMostThreads = 1024;

struct Maximum {
    static __device__ float identity() { return -INFINITY; }
    static __device__ float combine(float a, float b) { return fmaxf(a, b); }
};
struct Sum {
    static __device__ float identity() { return 0.0F; }
    static __device__ float combine(float a, float b) { return a + b; }
};

// result[row] = all elements of the row combined. One block a row, a tree in shared memory.
template <typename Operation>
__global__ void reduce_rows_kernel(std::int64_t cols,
                                   const float* values,  // [rows][cols]
                                   float* result) {      // [rows]
    __shared__ float partial[kMostThreads];              // [threads]
    const int thread = static_cast<int>(threadIdx.x);
    const float* row = values + blockIdx.x * cols;  // [cols]
    float own = Operation::identity();
    for (std::int64_t column = thread; column < cols; column += blockDim.x)
        own = Operation::combine(own, row[column]);
    partial[thread] = own;
    __syncthreads();  // every value is stored before a neighbour reads it
    for (int active = static_cast<int>(blockDim.x); active > 1;) {
        const int half = (active + 1) / 2;
        if (thread + half < active)
            partial[thread] = Operation::combine(partial[thread], partial[thread + half]);
        __syncthreads();  // this step is done before the next one reads it
        active = half;
    }
    if (thread == 0) result[blockIdx.x] = partial[0];
}

__global__ void shifted_exponential_kernel(std::int64_t cols,
                                           const float* x,        // [rows][cols]
                                           const float* maximum,  // [rows]
                                           float* y) {            // [rows][cols]
    const std::int64_t begin = blockIdx.x * cols;
    for (std::int64_t column = threadIdx.x; column < cols; column += blockDim.x)
        y[begin + column] = expf(x[begin + column] - maximum[blockIdx.x]);
}

__global__ void divide_kernel(std::int64_t cols,
                              const float* sum,  // [rows]
                              float* y) {        // [rows][cols]
    const std::int64_t begin = blockIdx.x * cols;
    for (std::int64_t column = threadIdx.x; column < cols; column += blockDim.x)
        y[begin + column] /= sum[blockIdx.x];
}

}  // namespace

cudaError_t four_kernel_softmax(std::int64_t rows, std::int64_t cols, const float* x, float* y,
                                float* scratch, int threads, cudaStream_t stream) {
    if (rows == 0 || cols == 0) return cudaSuccess;
    if (rows > 2147483647) return cudaErrorInvalidConfiguration;
    const auto blocks = static_cast<unsigned int>(rows);
    reduce_rows_kernel<Maximum><<<blocks, threads, 0, stream>>>(cols, x, scratch);
    shifted_exponential_kernel<<<blocks, threads, 0, stream>>>(cols, x, scratch, y);
    reduce_rows_kernel<Sum><<<blocks, threads, 0, stream>>>(cols, y, scratch);
    divide_kernel<<<blocks, threads, 0, stream>>>(cols, scratch, y);
    return cudaGetLastError();
}

}  // namespace workshop::bench
