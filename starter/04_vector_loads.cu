// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lesson 4, float4: the online softmax with loads and stores of 16 bytes.
//
// Computes y[r][c] = exp(x[r][c] - max_k x[r][k]) / sum_k exp(x[r][k] - max_k x[r][k])
// Shapes   x [rows][cols] with leading dimension ldx, y [rows][cols] with ldy.
// Text     lessons/04-vector-loads/README.md
// Contract include/workshop/04_vector_loads.hpp
// Run      make check-lesson4
// Notice   - A row is a head, vectors and a tail. Where they lie, its address decides: row by row,
//            and for x and y apart.
//          - Four values at once need one rescale, not four.
//          - Loads that do not wait for each other come first, what uses them comes after.

#include "workshop/04_vector_loads.hpp"

#include <cmath>

#include "workshop/grid_size.hpp"
#include "workshop/matrix_arguments.hpp"

namespace workshop::lesson4 {

constexpr int kWarpSize = 32;
constexpr int kMaxWarps = 32;  // 1024 threads, the largest block
constexpr int kWidth = 4;      // elements of a vector, the float4 of CUDA
constexpr int kBatch = 2;      // vectors that a thread loads before it uses the first one

// From lesson 3: maximum and sum of a part of a row, the guard, and the merge.
struct MaxSum {
    float max;
    float sum;
};
__device__ inline float safe_shift(float max) {
    return max == -INFINITY ? 0.0F : max;
}
__device__ inline MaxSum merge(MaxSum a, MaxSum b) {
    const float max = fmaxf(a.max, b.max);
    const float shift = safe_shift(max);
    return MaxSum{max, a.sum * expf(a.max - shift) + b.sum * expf(b.max - shift)};
}

// What the last pass needs of a row.
struct Scaling {
    float max;
    float factor;  // 1 / sum
};
__device__ inline float weight(float value, Scaling row) {
    return expf(value - row.max) * row.factor;
}
__device__ inline float4 weight(float4 v, Scaling row) {
    return make_float4(weight(v.x, row), weight(v.y, row), weight(v.z, row), weight(v.w, row));
}

// Writes this thread's share of a row, element by element: for any alignment.
__device__ inline void write_singles(const float* x_row,  // [cols]
                                     std::int64_t cols, Scaling scaling,
                                     float* y_row) {  // [cols]
    // TODO 1: write this thread's columns, one by one
    (void)*x_row;
    (void)cols;
    (void)scaling;
    (void)y_row;
}

// Cuts a row into head, vectors and tail. Reads nothing.
__host__ __device__ inline RowSplit split(const float* row, std::int64_t cols) {
    // TODO 2: cut the row by its address
    (void)row;
    return RowSplit{0, 0, cols};
}

// Head and tail are the singles of a row, numbered from 0. The column of number s:
__device__ inline std::int64_t column_of_single(RowSplit part, std::int64_t s) {
    return s < part.head ? s : s + part.vectors * kWidth;
}

// Takes one value into the running pair.
__device__ inline MaxSum take(MaxSum running, float value) {
    return merge(running, MaxSum{value, 1.0F});
}

// Takes four values into the running pair.
__device__ inline MaxSum take(MaxSum running, float4 v) {
    // TODO 3: take four values with one rescale for all of them
    running = take(take(running, v.x), v.y);
    return take(take(running, v.z), v.w);
}

// (maximum, sum) of this thread's share of a row, in one pass.
__device__ inline MaxSum thread_max_sum(const float* x_row,  // [cols]
                                        std::int64_t cols) {
    const RowSplit part = split(x_row, cols);
    const std::int64_t threads = blockDim.x;
    MaxSum running{-INFINITY, 0.0F};
    // TODO 4: take the vectors of this thread's share, then the singles
    for (std::int64_t column = threadIdx.x; column < cols; column += threads)
        running = take(running, x_row[column]);
    (void)part;
    (void)kBatch;
    return running;
}

// Merges the pairs of a warp, as in lesson 3. Lane 0 gets the result.
__device__ inline MaxSum warp_merge(MaxSum pair) {
    const int thread = static_cast<int>(threadIdx.x);
    const int lane = thread % kWarpSize;
    const int threads_from_here = static_cast<int>(blockDim.x) - (thread - lane);
    const int lanes = threads_from_here < kWarpSize ? threads_from_here : kWarpSize;
    const unsigned int mask = 0xffffffffU >> (kWarpSize - lanes);  // the lanes that exist
    for (int offset = kWarpSize / 2; offset > 0; offset /= 2) {
        const bool has_partner = lane + offset < lanes;
        const int source = has_partner ? lane + offset : lane;
        const float max = __shfl_sync(mask, pair.max, source);
        const float sum = __shfl_sync(mask, pair.sum, source);
        if (has_partner) pair = merge(pair, MaxSum{max, sum});
    }
    return pair;
}

// What a block needs in shared memory to merge one pair a thread.
struct Scratch {
    MaxSum of_warp[kMaxWarps];  // [warps of the block]
    MaxSum result;
};

// Merges one pair a thread over the block, as in lesson 3. Every thread gets the result.
__device__ inline MaxSum block_merge(MaxSum pair, Scratch& scratch) {
    const int lane = static_cast<int>(threadIdx.x) % kWarpSize;
    const int warp = static_cast<int>(threadIdx.x) / kWarpSize;
    const int warps = (static_cast<int>(blockDim.x) + kWarpSize - 1) / kWarpSize;
    pair = warp_merge(pair);
    if (lane == 0) scratch.of_warp[warp] = pair;
    __syncthreads();  // of_warp is complete; and every thread has read the result of the row before
    if (warp == 0) {
        pair = warp_merge(lane < warps ? scratch.of_warp[lane] : MaxSum{-INFINITY, 0.0F});
        if (lane == 0) scratch.result = pair;
    }
    __syncthreads();  // the result is there; and warp 0 has read of_warp
    return scratch.result;
}

// As write_singles() in vectors, for rows of x and y that `part` cuts alike.
// x and y may be the same matrix (in place), so neither pointer can promise __restrict__.
__device__ inline void write_vectors(const float* x_row,  // [cols]
                                     RowSplit part, Scaling scaling,
                                     float* y_row) {  // [cols]
    // TODO 5: write the vectors of this thread's share, then the singles
    write_singles(x_row, part.head + part.vectors * kWidth + part.tail, scaling, y_row);
}

__global__ void __launch_bounds__(kMaxWarps* kWarpSize)
    vector_softmax_kernel(std::int64_t rows, std::int64_t cols,
                          const float* x,  // [rows][ldx]
                          std::int64_t ldx,
                          float* y,  // [rows][ldy]
                          std::int64_t ldy) {
    __shared__ Scratch scratch;
    for (std::int64_t row = blockIdx.x; row < rows; row += gridDim.x) {
        const float* x_row = x + row * ldx;  // [cols]
        float* y_row = y + row * ldy;        // [cols]
        const MaxSum total = block_merge(thread_max_sum(x_row, cols), scratch);
        const Scaling scaling{total.max, 1.0F / total.sum};
        // TODO 6: write in vectors where x and y are aligned alike, else element by element
        write_singles(x_row, cols, scaling, y_row);
    }
}

}  // namespace workshop::lesson4

namespace workshop {

using namespace lesson4;

RowSplit split_row(const float* row, std::int64_t cols) {
    return split(row, cols);
}

cudaError_t vector_softmax(std::int64_t rows, std::int64_t cols, const float* x, std::int64_t ldx,
                           float* y, std::int64_t ldy, int threads_per_block, cudaStream_t stream) {
    cudaError_t error = check_matrix_arguments(rows, cols, x, ldx, y, ldy);
    if (error == cudaSuccess) error = check_block_size(threads_per_block);
    if (error != cudaSuccess) return error;
    if (rows == 0 || cols == 0) return cudaSuccess;

    vector_softmax_kernel<<<blocks_for(rows), threads_per_block, 0, stream>>>(rows, cols, x, ldx, y,
                                                                              ldy);
    return cudaGetLastError();
}

}  // namespace workshop
