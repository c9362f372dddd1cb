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
// Run      make check-lesson2 IMPL=solution
// Notice   - Threads next to each other read elements next to each other.
//          - Both reductions work for every block size from 1 to 1024, not only powers of two.
//          - Every barrier says which reads and writes it keeps apart. All threads of the block
//            reach every barrier: loop bounds and conditions around it are the same for all.
// SOLUTION ONLY: This is the reference. What you edit is starter/02_block_reduction.cu.

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
    // FILL 1: add up every element of this thread's share of the row
    // Thread t takes columns t, t + threads, t + 2 threads, ...: in each step the threads of a warp
    // read 32 neighbouring elements, which the memory delivers together.
    for (std::int64_t column = threadIdx.x; column < cols; column += blockDim.x) {
        own += x_row[column];
    }
    // STARTER: (void)*x_row;
    // STARTER: (void)cols;
    // END FILL
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
        // FILL 2: add the threads' sums by a tree in shared memory, and write the row's sum
        partial[thread] = own;
        __syncthreads();  // every partial sum is stored before a neighbour reads it
        // In each step the upper half of the active values is added to the lower half. The half is
        // rounded up, so of an odd number the one in the middle waits for the next step.
        for (int active = threads; active > 1;) {
            const int half = (active + 1) / 2;
            if (thread + half < active) partial[thread] += partial[thread + half];
            // This step's additions are done before the next step reads them. The barrier stands
            // outside the if: all threads have to reach it.
            __syncthreads();
            active = half;
        }
        // No barrier before the next row: after the last one only thread 0 reads, and it reads
        // partial[0], which no other thread writes.
        if (thread == 0) sum[row] = partial[0];
        // STARTER: (void)partial;
        // STARTER: (void)thread;
        // STARTER: (void)threads;
        // STARTER: (void)own;
        // STARTER: (void)sum;
        // END FILL
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
    // FILL 3: combine the values of the warp's lanes by shuffles; the last warp may be partial
    // The mask names the lanes that take part: those that exist, no more and no fewer.
    const unsigned int mask = 0xffffffffU >> (kWarpSize - lanes);
    for (int offset = kWarpSize / 2; offset > 0; offset /= 2) {
        // A lane without a partner reads itself, because reading a lane that does not exist gives
        // an undefined value. Every lane calls the shuffle all the same: the mask promises it.
        const bool has_partner = lane + offset < lanes;
        const float other = __shfl_sync(mask, value, has_partner ? lane + offset : lane);
        if (has_partner) value = Operation::combine(value, other);
    }
    // STARTER: (void)lanes;
    // END FILL
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
    // FILL 4: reduce each warp, then the warps' values, and hand the result to every thread
    value = warp_reduce<Operation>(value);
    if (lane == 0) scratch.of_warp[warp] = value;
    // (a) Every warp's value is stored before warp 0 reads it. Also, every thread has read the
    // result of the call before this one, so that thread 0 may overwrite it.
    __syncthreads();
    if (warp == 0) {
        // A lane beyond the number of warps must not read: nobody wrote there.
        value = lane < warps ? scratch.of_warp[lane] : Operation::identity();
        value = warp_reduce<Operation>(value);
        // A place of its own: in of_warp[0] a fast warp's next call could overwrite the result
        // while a slow warp still reads it, and a third barrier would be needed.
        if (lane == 0) scratch.result = value;
    }
    // (b) The result is stored before the threads read it. Also, warp 0 has read of_warp, so that
    // the next call may overwrite it.
    __syncthreads();
    return scratch.result;
    // STARTER: (void)lane;
    // STARTER: (void)warp;
    // STARTER: (void)warps;
    // STARTER: (void)&scratch;
    // STARTER: return value;
    // END FILL
}

__global__ void row_sum_shuffle_kernel(std::int64_t rows, std::int64_t cols,
                                       const float* x,  // [rows][ldx]
                                       std::int64_t ldx,
                                       float* sum) {  // [rows]
    __shared__ Scratch scratch;
    for (std::int64_t row = blockIdx.x; row < rows; row += gridDim.x) {
        const float own = thread_sum(x + row * ldx, cols);
        const float total = block_reduce<Sum>(own, scratch);
        // FILL 5: let one thread of the block write the row's sum
        if (threadIdx.x == 0) sum[row] = total;
        // STARTER: (void)total;
        // STARTER: (void)sum;
        // END FILL
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
        // FILL 6: find the maximum of the row: this thread's share, then the block
        float maximum = Max::identity();
        for (std::int64_t column = threadIdx.x; column < cols; column += blockDim.x) {
            maximum = fmaxf(maximum, x_row[column]);
        }
        maximum = block_reduce<Max>(maximum, scratch);
        // STARTER: (void)*x_row;
        // STARTER: (void)cols;
        // STARTER: (void)&scratch;
        // END FILL

        // FILL 7: add up the shifted exponentials: this thread's share, then the block
        // The shift is the maximum of the row, the same for all threads: sums with different
        // shifts could not be added. The reduction uses the scratch again; barrier (a) in
        // block_reduce keeps a slow thread's read of the maximum apart from the new result.
        float sum = Sum::identity();
        for (std::int64_t column = threadIdx.x; column < cols; column += blockDim.x) {
            sum += expf(x_row[column] - maximum);
        }
        sum = block_reduce<Sum>(sum, scratch);
        // END FILL

        // FILL 8: write this thread's share of the row
        // In place works: a thread writes only columns that it alone reads.
        for (std::int64_t column = threadIdx.x; column < cols; column += blockDim.x) {
            y_row[column] = expf(x_row[column] - maximum) / sum;
        }
        // STARTER: (void)*y_row;
        // END FILL
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
