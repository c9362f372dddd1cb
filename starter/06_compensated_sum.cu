// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lesson 6, compensated summation: keep what an addition loses.
//
// Computes row_sum_compensated: sum[r] = sum_k x[r][k]
//          compensated_softmax: y[r][c] = exp(x[r][c] - m_r) / sum_k exp(x[r][k] - m_r)
// Shapes   x [rows][cols] with leading dimension ldx, sum [rows], y [rows][cols] with ldy.
// Text     lessons/06-compensated-sum/README.md
// Contract include/workshop/06_compensated_sum.hpp
// Run      make check-lesson6
// Notice   - The error of one addition is a float, and three more operations compute it exactly.
//          - The sum itself never sees the compensation before the very end. So infinities and NaNs
//            take their ordinary way through the sum, and one guard at the end is enough.
//          - The merge of two pairs rounds as well, and is compensated as well.

#include "workshop/06_compensated_sum.hpp"

#include <cmath>

#include "workshop/grid_size.hpp"
#include "workshop/matrix_arguments.hpp"

namespace workshop::lesson6 {

constexpr int kWarpSize = 32;
constexpr int kMaxWarps = 32;  // 1024 threads, the largest block
// Elements of a thread that share one compensation; see thread_sum().
constexpr std::int64_t kRun = 4096;

// Adds a value to a pair.
__host__ __device__ inline CompensatedSum add(CompensatedSum so_far, float value) {
    // TODO 1: add the value to the sum, and what the addition lost to the compensation
    (void)so_far;
    (void)value;
    return CompensatedSum{NAN, NAN};
}

// Merges the pairs of two parts of a row.
__host__ __device__ inline CompensatedSum merge(CompensatedSum a, CompensatedSum b) {
    // TODO 2: merge two pairs: the addition of the sums loses something too
    (void)a;
    (void)b;
    return CompensatedSum{NAN, NAN};
}

// The float that a pair stands for.
__host__ __device__ inline float value_of(CompensatedSum pair) {
    // TODO 3: sum + compensation, unless the sum is an infinity or NaN
    (void)pair;
    return NAN;
}

// Adds up term(column) for every column of this thread's share of a row: columns t, t + threads,
// t + 2 threads, ...
template <typename Term>
__device__ CompensatedSum thread_sum(std::int64_t cols, const Term& term) {
    CompensatedSum total{0.0F, 0.0F};
    // TODO 4: add up this thread's share in runs of kRun elements, and merge the runs' pairs
    (void)kRun;
    (void)cols;
    (void)&term;
    return total;
}

// What the lane `source` of the warp holds. All lanes of the mask have to call it.
__device__ inline float from_lane(unsigned int mask, float value, int source) {
    return __shfl_sync(mask, value, source);
}
__device__ inline CompensatedSum from_lane(unsigned int mask, CompensatedSum pair, int source) {
    // TODO 5: get both members of the pair from the other lane
    (void)mask;
    (void)source;
    return pair;
}

// The two operations that are reduced here, as in lesson 2: how two values combine, and the value
// that changes nothing.
struct Sum {
    using Value = CompensatedSum;
    static __device__ Value identity() { return CompensatedSum{0.0F, 0.0F}; }
    static __device__ Value combine(Value a, Value b) { return merge(a, b); }
};
struct Max {
    using Value = float;
    static __device__ Value identity() { return -INFINITY; }
    static __device__ Value combine(Value a, Value b) { return fmaxf(a, b); }
};

// Reduces one value a thread over the thread's warp; lane 0 gets the result. As in lesson 2.
template <typename Operation>
__device__ typename Operation::Value warp_reduce(typename Operation::Value value) {
    const int thread = static_cast<int>(threadIdx.x);
    const int lane = thread % kWarpSize;
    const int threads_from_here = static_cast<int>(blockDim.x) - (thread - lane);
    const int lanes = threads_from_here < kWarpSize ? threads_from_here : kWarpSize;  // 1 ... 32
    const unsigned int mask = 0xffffffffU >> (kWarpSize - lanes);
    for (int offset = kWarpSize / 2; offset > 0; offset /= 2) {
        const bool has_partner = lane + offset < lanes;
        const typename Operation::Value other =
            from_lane(mask, value, has_partner ? lane + offset : lane);
        if (has_partner) value = Operation::combine(value, other);
    }
    return value;
}

// What a block needs in shared memory to reduce one value a thread.
template <typename Operation>
struct Scratch {
    typename Operation::Value of_warp[kMaxWarps];  // [warps of the block]
    typename Operation::Value result;
};

// Reduces one value a thread over the block; every thread gets the result. As in lesson 2. All
// threads of the block have to call it. It may be called again with the same scratch at once.
template <typename Operation>
__device__ typename Operation::Value block_reduce(typename Operation::Value value,
                                                  Scratch<Operation>& scratch) {
    const int thread = static_cast<int>(threadIdx.x);
    const int lane = thread % kWarpSize;
    const int warp = thread / kWarpSize;
    const int warps = (static_cast<int>(blockDim.x) + kWarpSize - 1) / kWarpSize;
    value = warp_reduce<Operation>(value);
    if (lane == 0) scratch.of_warp[warp] = value;
    // Every warp's value is stored before warp 0 reads it. Also, every thread has read the result
    // of the call before this one, so that thread 0 may overwrite it.
    __syncthreads();
    if (warp == 0) {
        value = lane < warps ? scratch.of_warp[lane] : Operation::identity();
        value = warp_reduce<Operation>(value);
        if (lane == 0) scratch.result = value;
    }
    // The result is stored before the threads read it. Also, warp 0 has read of_warp, so that the
    // next call may overwrite it.
    __syncthreads();
    return scratch.result;
}

__global__ void row_sum_compensated_kernel(std::int64_t rows, std::int64_t cols,
                                           const float* x,  // [rows][ldx]
                                           std::int64_t ldx,
                                           float* sum) {  // [rows]
    __shared__ Scratch<Sum> scratch;
    for (std::int64_t row = blockIdx.x; row < rows; row += gridDim.x) {
        const float* x_row = x + row * ldx;  // [cols]
        const CompensatedSum own =
            thread_sum(cols, [=](std::int64_t column) { return x_row[column]; });
        const CompensatedSum total = block_reduce<Sum>(own, scratch);
        // TODO 6: let one thread of the block write the value of the row's pair
        (void)total;
        (void)sum;
    }
}

// x and y may be the same matrix (in place), so neither pointer can promise __restrict__.
__global__ void compensated_softmax_kernel(std::int64_t rows, std::int64_t cols,
                                           const float* x,  // [rows][ldx]
                                           std::int64_t ldx,
                                           float* y,  // [rows][ldy]
                                           std::int64_t ldy) {
    __shared__ Scratch<Max> max_scratch;
    __shared__ Scratch<Sum> sum_scratch;
    for (std::int64_t row = blockIdx.x; row < rows; row += gridDim.x) {
        const float* x_row = x + row * ldx;  // [cols]
        float* y_row = y + row * ldy;        // [cols]
        // The maximum first, in a pass of its own: in one pass, as in lesson 3, every new maximum
        // would multiply the sum so far, and each product rounds.
        float own_max = Max::identity();
        for (std::int64_t column = threadIdx.x; column < cols; column += blockDim.x) {
            own_max = fmaxf(own_max, x_row[column]);
        }
        const float max = block_reduce<Max>(own_max, max_scratch);

        // TODO 7: the compensated sum of the shifted exponentials of the row, for every thread
        (void)max;
        (void)&sum_scratch;

        // TODO 8: write this thread's share of the row
        (void)*y_row;
    }
}

}  // namespace workshop::lesson6

namespace workshop {

using namespace lesson6;

CompensatedSum add_compensated(CompensatedSum so_far, float value) {
    return add(so_far, value);
}

CompensatedSum merge_compensated(CompensatedSum a, CompensatedSum b) {
    return merge(a, b);
}

float compensated_value(CompensatedSum pair) {
    return value_of(pair);
}

cudaError_t row_sum_compensated(std::int64_t rows, std::int64_t cols, const float* x,
                                std::int64_t ldx, float* sum, int threads_per_block,
                                cudaStream_t stream) {
    cudaError_t error = check_matrix_arguments(rows, cols, x, ldx, sum, cols);
    if (error == cudaSuccess) error = check_block_size(threads_per_block);
    if (error != cudaSuccess) return error;
    if (rows == 0) return cudaSuccess;  // with cols == 0 the kernel runs: the sums are 0
    if (sum == nullptr) return cudaErrorInvalidValue;

    row_sum_compensated_kernel<<<blocks_for(rows), threads_per_block, 0, stream>>>(rows, cols, x,
                                                                                   ldx, sum);
    return cudaGetLastError();
}

cudaError_t compensated_softmax(std::int64_t rows, std::int64_t cols, const float* x,
                                std::int64_t ldx, float* y, std::int64_t ldy, int threads_per_block,
                                cudaStream_t stream) {
    cudaError_t error = check_matrix_arguments(rows, cols, x, ldx, y, ldy);
    if (error == cudaSuccess) error = check_block_size(threads_per_block);
    if (error != cudaSuccess) return error;
    if (rows == 0 || cols == 0) return cudaSuccess;

    compensated_softmax_kernel<<<blocks_for(rows), threads_per_block, 0, stream>>>(rows, cols, x,
                                                                                   ldx, y, ldy);
    return cudaGetLastError();
}

}  // namespace workshop
