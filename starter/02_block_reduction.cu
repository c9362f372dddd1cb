// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lesson 2, block reductions: all threads of a block work on one row.
//
// Computes row_sum_tree, row_sum_shuffle: sum[r] = sum_k x[r][k]
//          block_softmax: y[r][c] = exp(x[r][c] - m_r) / sum_k exp(x[r][k] - m_r)
// Shapes   x [rows][cols] with leading dimension ldx, sum [rows], y [rows][cols] with ldy.
// Text     lessons/02-block-reduction/README.md
// Contract include/workshop/02_block_reduction.hpp
// Run      make check-lesson2
// Notice   - Threads next to each other read elements next to each other.
//          - Both reductions work for every block size from 1 to 1024, not only powers of two.
//          - Every barrier says which reads and writes it keeps apart. All threads of the block
//            reach every barrier: loop bounds and conditions around it are the same for all.

#include "workshop/02_block_reduction.hpp"

#include <cmath>
#include <cstddef>

#include "workshop/grid_size.hpp"
#include "workshop/matrix_arguments.hpp"

namespace workshop::lesson2 {

constexpr int kWarpSize = 32;
constexpr int kMaxWarps = 32;  // 1024 threads, the largest block

// An operation that can be reduced: how two values combine, and the value that changes nothing. A
// thread without elements, and a lane without a warp to stand for, brings the identity.
struct Sum {
    static __device__ float identity() { return 0.0F; }
    static __device__ float combine(float a, float b) { return a + b; }
};
struct Max {
    static __device__ float identity() { return -INFINITY; }
    static __device__ float combine(float a, float b) { return fmaxf(a, b); }
};

// The sum of this thread's share of a row.
__device__ inline float thread_sum(const float* x_row,  // [cols]
                                   std::int64_t cols) {
    float own = Sum::identity();
    // TODO 1: add up every element of this thread's share of the row
    (void)*x_row;
    (void)cols;
    return own;
}

__global__ void row_sum_tree_kernel(std::int64_t rows, std::int64_t cols,
                                    const float* x,  // [rows][ldx]
                                    std::int64_t ldx,
                                    float* sum) {  // [rows]
    extern __shared__ float partial[];             // [threads]
    const int thread = static_cast<int>(threadIdx.x);
    const int threads = static_cast<int>(blockDim.x);
    for (std::int64_t row = blockIdx.x; row < rows; row += gridDim.x) {
        const float own = thread_sum(x + row * ldx, cols);
        // TODO 2: add the threads' sums by a tree in shared memory, and write the row's sum
        (void)partial;
        (void)thread;
        (void)threads;
        (void)own;
        (void)sum;
    }
}

// Reduces one value a thread over the thread's warp. Lane 0 gets the result; what the other lanes
// get is of no use. All threads of the warp have to call it.
template <typename Operation>
__device__ float warp_reduce(float value) {
    const int thread = static_cast<int>(threadIdx.x);
    const int lane = thread % kWarpSize;
    const int threads_from_here = static_cast<int>(blockDim.x) - (thread - lane);
    const int lanes = threads_from_here < kWarpSize ? threads_from_here : kWarpSize;  // 1 ... 32
    // TODO 3: combine the values of the warp's lanes by shuffles; the last warp may be partial
    (void)lanes;
    return value;
}

// What a block needs in shared memory to reduce one value a thread.
struct Scratch {
    float of_warp[kMaxWarps];  // [warps of the block]
    float result;
};

// Reduces one value a thread over the block. Every thread gets the result. All threads of the block
// have to call it. It may be called again with the same scratch at once.
template <typename Operation>
__device__ float block_reduce(float value, Scratch& scratch) {
    const int thread = static_cast<int>(threadIdx.x);
    const int lane = thread % kWarpSize;
    const int warp = thread / kWarpSize;
    const int warps = (static_cast<int>(blockDim.x) + kWarpSize - 1) / kWarpSize;
    // TODO 4: reduce each warp, then the warps' values, and hand the result to every thread
    (void)lane;
    (void)warp;
    (void)warps;
    (void)&scratch;
    return value;
}

__global__ void row_sum_shuffle_kernel(std::int64_t rows, std::int64_t cols,
                                       const float* x,  // [rows][ldx]
                                       std::int64_t ldx,
                                       float* sum) {  // [rows]
    __shared__ Scratch scratch;
    for (std::int64_t row = blockIdx.x; row < rows; row += gridDim.x) {
        const float own = thread_sum(x + row * ldx, cols);
        const float total = block_reduce<Sum>(own, scratch);
        // TODO 5: let one thread of the block write the row's sum
        (void)total;
        (void)sum;
    }
}

// x and y may be the same matrix (in place), so neither pointer can promise __restrict__.
__global__ void block_softmax_kernel(std::int64_t rows, std::int64_t cols,
                                     const float* x,  // [rows][ldx]
                                     std::int64_t ldx,
                                     float* y,  // [rows][ldy]
                                     std::int64_t ldy) {
    __shared__ Scratch scratch;
    for (std::int64_t row = blockIdx.x; row < rows; row += gridDim.x) {
        const float* x_row = x + row * ldx;  // [cols]
        float* y_row = y + row * ldy;        // [cols]
        // TODO 6: find the maximum of the row: this thread's share, then the block
        (void)*x_row;
        (void)cols;
        (void)&scratch;

        // TODO 7: add up the shifted exponentials: this thread's share, then the block

        // TODO 8: write this thread's share of the row
        (void)*y_row;
    }
}

// The argument rules of both row sums. The output is a vector of `rows` elements.
cudaError_t check_row_sum_arguments(std::int64_t rows, std::int64_t cols, const float* x,
                                    std::int64_t ldx, const float* sum, int threads_per_block) {
    const cudaError_t error = check_matrix_arguments(rows, cols, x, ldx, sum, cols);
    if (error != cudaSuccess) return error;
    if (rows > 0 && sum == nullptr) return cudaErrorInvalidValue;  // needed even when cols is 0
    return check_block_size(threads_per_block);
}

}  // namespace workshop::lesson2

namespace workshop {

using namespace lesson2;

cudaError_t row_sum_tree(std::int64_t rows, std::int64_t cols, const float* x, std::int64_t ldx,
                         float* sum, int threads_per_block, cudaStream_t stream) {
    const cudaError_t error = check_row_sum_arguments(rows, cols, x, ldx, sum, threads_per_block);
    if (error != cudaSuccess) return error;
    if (rows == 0) return cudaSuccess;  // with cols == 0 the kernel runs: the sums are 0

    const std::size_t shared_bytes = static_cast<std::size_t>(threads_per_block) * sizeof(float);
    row_sum_tree_kernel<<<blocks_for(rows), threads_per_block, shared_bytes, stream>>>(rows, cols,
                                                                                       x, ldx, sum);
    return cudaGetLastError();
}

cudaError_t row_sum_shuffle(std::int64_t rows, std::int64_t cols, const float* x, std::int64_t ldx,
                            float* sum, int threads_per_block, cudaStream_t stream) {
    const cudaError_t error = check_row_sum_arguments(rows, cols, x, ldx, sum, threads_per_block);
    if (error != cudaSuccess) return error;
    if (rows == 0) return cudaSuccess;

    row_sum_shuffle_kernel<<<blocks_for(rows), threads_per_block, 0, stream>>>(rows, cols, x, ldx,
                                                                               sum);
    return cudaGetLastError();
}

cudaError_t block_softmax(std::int64_t rows, std::int64_t cols, const float* x, std::int64_t ldx,
                          float* y, std::int64_t ldy, int threads_per_block, cudaStream_t stream) {
    cudaError_t error = check_matrix_arguments(rows, cols, x, ldx, y, ldy);
    if (error == cudaSuccess) error = check_block_size(threads_per_block);
    if (error != cudaSuccess) return error;
    if (rows == 0 || cols == 0) return cudaSuccess;

    block_softmax_kernel<<<blocks_for(rows), threads_per_block, 0, stream>>>(rows, cols, x, ldx, y,
                                                                             ldy);
    return cudaGetLastError();
}

}  // namespace workshop
