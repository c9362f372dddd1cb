// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lesson 3, online softmax: maximum and sum of exponentials in one pass over the row.
//
// Computes merge_max_sum_pairs: out[i] = a[i] merged with b[i]
//          row_max_sum: out[r] = {m_r, sum_k exp(x[r][k] - m_r)}
//          online_softmax: y[r][c] = exp(x[r][c] - m_r) / sum_k exp(x[r][k] - m_r)
// Shapes   x [rows][cols] with leading dimension ldx, y [rows][cols] with ldy, out [rows] pairs;
//          for the pairs: a, b, out [count].
// Text     lessons/03-online-softmax/README.md
// Contract include/workshop/03_online_softmax.hpp
// Run      make check-lesson3
// Notice   - One operator does all the work: a thread, a warp and a block merge (max, sum) pairs.
//          - A sum is only worth something together with the maximum that it was shifted by.
//          - A slice of the row that is all -inf is harmless, because of one line: the guard.

#include "workshop/03_online_softmax.hpp"

#include <cmath>

#include "workshop/grid_size.hpp"
#include "workshop/matrix_arguments.hpp"

namespace workshop::lesson3 {

constexpr int kWarpSize = 32;
constexpr int kMaxWarps = 32;              // 1024 threads, the largest block
constexpr int kThreadsPerPairBlock = 256;  // for merge_max_sum_pairs

// The pair of no values: the identity of merge().
__host__ __device__ inline MaxSum empty_pair() {
    return MaxSum{-INFINITY, 0.0F};
}

// The number to subtract before expf, when `max` is the maximum of what is being added up.
__host__ __device__ inline float safe_shift(float max) {
    // TODO 1: the -inf guard
    return max;
}

// Merges what two passes over two slices of a row left behind.
__host__ __device__ inline MaxSum merge(MaxSum a, MaxSum b) {
    // TODO 2: merge two pairs: each sum is rescaled from its own maximum to the common one
    (void)a;
    (void)b;
    return MaxSum{NAN, NAN};
}

__global__ void merge_max_sum_pairs_kernel(std::int64_t count,
                                           const MaxSum* a,  // [count]
                                           const MaxSum* b,  // [count]
                                           MaxSum* out) {    // [count]
    // TODO 3: merge the pair of this thread, if there is one
    (void)count;
    (void)a;
    (void)b;
    (void)out;
}

// (maximum, sum) of this thread's share of a row, in one pass.
__device__ inline MaxSum thread_max_sum(const float* x_row,  // [cols]
                                        std::int64_t cols) {
    MaxSum running = empty_pair();
    // TODO 4: take every element of this thread's share into the running pair
    (void)*x_row;
    (void)cols;
    return running;
}

// Merges one pair a thread over the thread's warp. Lane 0 gets the result. All threads of the warp
// have to call it.
__device__ inline MaxSum warp_merge(MaxSum pair) {
    const int thread = static_cast<int>(threadIdx.x);
    const int lane = thread % kWarpSize;
    const int threads_from_here = static_cast<int>(blockDim.x) - (thread - lane);
    const int lanes = threads_from_here < kWarpSize ? threads_from_here : kWarpSize;  // 1 ... 32
    // TODO 5: merge the pairs of the warp's lanes by shuffles, both members
    (void)lanes;
    return pair;
}

// What a block needs in shared memory to merge one pair a thread.
struct Scratch {
    MaxSum of_warp[kMaxWarps];  // [warps of the block]
    MaxSum result;
};

// Merges one pair a thread over the block. Every thread gets the result. All threads of the block
// have to call it. It may be called again with the same scratch at once.
__device__ inline MaxSum block_merge(MaxSum pair, Scratch& scratch) {
    const int thread = static_cast<int>(threadIdx.x);
    const int lane = thread % kWarpSize;
    const int warp = thread / kWarpSize;
    const int warps = (static_cast<int>(blockDim.x) + kWarpSize - 1) / kWarpSize;
    // TODO 6: merge each warp, then the warps' pairs, and hand the result to every thread
    (void)lane;
    (void)warp;
    (void)warps;
    (void)&scratch;
    return pair;
}

__global__ void row_max_sum_kernel(std::int64_t rows, std::int64_t cols,
                                   const float* x,  // [rows][ldx]
                                   std::int64_t ldx,
                                   MaxSum* out) {  // [rows]
    __shared__ Scratch scratch;
    for (std::int64_t row = blockIdx.x; row < rows; row += gridDim.x) {
        const MaxSum own = thread_max_sum(x + row * ldx, cols);
        const MaxSum total = block_merge(own, scratch);
        // TODO 7: let one thread of the block write the row's pair
        (void)total;
        (void)out;
    }
}

// x and y may be the same matrix (in place), so neither pointer can promise __restrict__.
__global__ void online_softmax_kernel(std::int64_t rows, std::int64_t cols,
                                      const float* x,  // [rows][ldx]
                                      std::int64_t ldx,
                                      float* y,  // [rows][ldy]
                                      std::int64_t ldy) {
    __shared__ Scratch scratch;
    for (std::int64_t row = blockIdx.x; row < rows; row += gridDim.x) {
        const float* x_row = x + row * ldx;  // [cols]
        float* y_row = y + row * ldy;        // [cols]
        const MaxSum total = block_merge(thread_max_sum(x_row, cols), scratch);
        // TODO 8: write this thread's share of the row, from the row's maximum and sum
        (void)total;
        (void)*y_row;
    }
}

}  // namespace workshop::lesson3

namespace workshop {

using namespace lesson3;

MaxSum merge_max_sum(MaxSum a, MaxSum b) {
    return merge(a, b);
}

cudaError_t merge_max_sum_pairs(std::int64_t count, const MaxSum* a, const MaxSum* b, MaxSum* out,
                                cudaStream_t stream) {
    if (count < 0) return cudaErrorInvalidValue;
    if (count == 0) return cudaSuccess;
    if (a == nullptr || b == nullptr || out == nullptr) return cudaErrorInvalidValue;

    const std::int64_t blocks = (count - 1) / kThreadsPerPairBlock + 1;
    if (blocks > 2147483647) return cudaErrorInvalidConfiguration;  // CUDA's limit of gridDim.x
    merge_max_sum_pairs_kernel<<<static_cast<unsigned int>(blocks), kThreadsPerPairBlock, 0,
                                 stream>>>(count, a, b, out);
    return cudaGetLastError();
}

cudaError_t row_max_sum(std::int64_t rows, std::int64_t cols, const float* x, std::int64_t ldx,
                        MaxSum* out, int threads_per_block, cudaStream_t stream) {
    cudaError_t error = check_matrix_arguments(rows, cols, x, ldx, out, cols);
    if (error == cudaSuccess) error = check_block_size(threads_per_block);
    if (error != cudaSuccess) return error;
    if (rows == 0) return cudaSuccess;  // with cols == 0 the kernel runs: it writes {-inf, 0}
    if (out == nullptr) return cudaErrorInvalidValue;

    row_max_sum_kernel<<<blocks_for(rows), threads_per_block, 0, stream>>>(rows, cols, x, ldx, out);
    return cudaGetLastError();
}

cudaError_t online_softmax(std::int64_t rows, std::int64_t cols, const float* x, std::int64_t ldx,
                           float* y, std::int64_t ldy, int threads_per_block, cudaStream_t stream) {
    cudaError_t error = check_matrix_arguments(rows, cols, x, ldx, y, ldy);
    if (error == cudaSuccess) error = check_block_size(threads_per_block);
    if (error != cudaSuccess) return error;
    if (rows == 0 || cols == 0) return cudaSuccess;

    online_softmax_kernel<<<blocks_for(rows), threads_per_block, 0, stream>>>(rows, cols, x, ldx, y,
                                                                              ldy);
    return cudaGetLastError();
}

}  // namespace workshop
