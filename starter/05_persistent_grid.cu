// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lesson 5, persistent grid: as many blocks as the device holds, and rows that are read once.
//
// Computes y[r][c] = exp(x[r][c] - max_k x[r][k]) / sum_k exp(x[r][k] - max_k x[r][k])
// Shapes   x [rows][cols] with leading dimension ldx, y [rows][cols] with ldy.
// Text     lessons/05-persistent-grid/README.md
// Contract include/workshop/05_persistent_grid.hpp
// Run      make check-lesson5
// Notice   - No number of a device is in this file: every limit is asked for.
//          - A thread keeps its share of the row in shared memory that no other thread touches, so
//            keeping it needs no barrier.
//          - The next row moves into the place of this one, element by element, while this one is
//            written.

#include "workshop/05_persistent_grid.hpp"

#include <cmath>

#include "workshop/matrix_arguments.hpp"

namespace workshop::lesson5 {

constexpr int kWarpSize = 32;
constexpr int kMaxWarps = 32;          // 1024 threads, the largest block
constexpr int kColumnsPerThread = 16;  // about; decides the block size
constexpr int kBatch = 4;              // loads that a thread starts before it uses the first one

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

// (maximum, sum) of this thread's share of a row, in one pass. A batch of columns is read before
// the first of them is used, and rescales the sum once. Column is int where a row is short.
template <typename Column>
__device__ inline MaxSum thread_max_sum(const float* row,  // [cols], in global or shared memory
                                        Column cols) {
    const Column threads = static_cast<Column>(blockDim.x);
    MaxSum running{-INFINITY, 0.0F};
    for (Column first = threadIdx.x; first < cols; first += kBatch * threads) {
        float values[kBatch];
        float max = running.max;
#pragma unroll
        for (int i = 0; i < kBatch; ++i) {
            const Column column = first + i * threads;
            values[i] = column < cols ? row[column] : -INFINITY;
            max = fmaxf(max, values[i]);
        }
        const float shift = safe_shift(max);
        float sum = running.sum * expf(running.max - shift);
#pragma unroll
        for (int i = 0; i < kBatch; ++i)
            sum += expf(values[i] - shift);
        running = MaxSum{max, sum};
    }
    return running;
}

// Merges the pairs of a warp. Lane 0 gets the result. The blocks of this lesson have whole warps.
__device__ inline MaxSum warp_merge(MaxSum pair) {
    for (int offset = kWarpSize / 2; offset > 0; offset /= 2) {
        const float max = __shfl_down_sync(0xffffffffU, pair.max, offset);
        const float sum = __shfl_down_sync(0xffffffffU, pair.sum, offset);
        pair = merge(pair, MaxSum{max, sum});
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
    const int warps = static_cast<int>(blockDim.x) / kWarpSize;
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

// Writes this thread's share of a row.
template <typename Column>
__device__ inline void write_share(const float* row,  // [cols], in global or shared memory
                                   Column cols, MaxSum total,
                                   float* y_row) {  // [cols]
    // TODO 1: write this thread's share of the row, from the row's maximum and sum
    (void)*row;
    (void)cols;
    (void)total;
    (void)y_row;
}

// For rows that no block can keep: each is read twice.
// x and y may be the same matrix (in place), so neither pointer can promise __restrict__.
__global__ void __launch_bounds__(kMaxWarps* kWarpSize)
    wide_rows_kernel(std::int64_t rows, std::int64_t cols,
                     const float* x,  // [rows][ldx]
                     std::int64_t ldx,
                     float* y,  // [rows][ldy]
                     std::int64_t ldy) {
    __shared__ Scratch scratch;
    // TODO 2: take the rows blockIdx.x, blockIdx.x + gridDim.x, ... and write each
    (void)rows;
    (void)cols;
    (void)x;
    (void)ldx;
    (void)y;
    (void)ldy;
    (void)&scratch;
}

// The block size: about kColumnsPerThread columns a thread, in whole warps.
inline int threads_for(std::int64_t cols, int most_threads) {
    const std::int64_t threads = (cols - 1) / kColumnsPerThread + 1;
    const std::int64_t whole_warps = (threads - 1) / kWarpSize * kWarpSize + kWarpSize;
    return static_cast<int>(whole_warps < most_threads ? whole_warps : most_threads);
}

// The grid for a kernel: as many blocks as the device holds at a time, and at most one a row.
template <typename Kernel>
cudaError_t plan_grid(Kernel kernel, std::int64_t rows, int device, PersistentPlan* plan) {
    // TODO 3: ask how many blocks a multiprocessor holds, and how many multiprocessors there are
    (void)kernel;
    (void)rows;
    (void)device;
    plan->blocks = 1;
    return cudaSuccess;
}

// Copies this thread's share of a row into shared memory. No other thread uses what it stores.
__device__ inline void fetch_share(const float* x_row,  // [cols]
                                   int cols,
                                   float* kept) {  // [cols], shared
    // TODO 4: copy this thread's columns, the same ones as in thread_max_sum()
    (void)*x_row;
    (void)cols;
    (void)kept;
}

// Opts in to all the shared memory that the device gives to a block. *bytes is what is left of it
// for the row, beside the static_bytes that the kernel has anyway.
template <typename Kernel>
cudaError_t opt_in_to_shared_memory(Kernel kernel, int device, std::size_t static_bytes,
                                    std::size_t* bytes) {
    *bytes = 0;
    // TODO 5: ask for the device's limit of a block, and opt in to what is left of it
    (void)kernel;
    (void)device;
    (void)static_bytes;
    return cudaSuccess;
}

// As write_share() for a row that is kept, and fetches the block's next row into its place.
__device__ inline void write_and_fetch_share(float* kept,  // [cols], shared
                                             int cols, MaxSum total,
                                             float* y_row,             // [cols]
                                             const float* next_row) {  // [cols]
    // TODO 6: a batch of columns at a time: load the next row, write this one, keep the next
    write_share(kept, cols, total, y_row);
    fetch_share(next_row, cols, kept);
}

// Each row is read once: it waits in shared memory. Launched with at most `rows` blocks.
__global__ void __launch_bounds__(kMaxWarps* kWarpSize)
    kept_rows_kernel(std::int64_t rows, int cols,
                     const float* x,  // [rows][ldx]
                     std::int64_t ldx,
                     float* y,  // [rows][ldy]
                     std::int64_t ldy) {
    extern __shared__ float kept[];  // [cols]
    __shared__ Scratch scratch;
    fetch_share(x + blockIdx.x * ldx, cols, kept);
    for (std::int64_t row = blockIdx.x; row < rows; row += gridDim.x) {
        const MaxSum total = block_merge(thread_max_sum(kept, cols), scratch);
        const std::int64_t next = row + gridDim.x;
        if (next < rows) {
            write_and_fetch_share(kept, cols, total, y + row * ldy, x + next * ldx);
        } else {
            write_share(kept, cols, total, y + row * ldy);
        }
    }
}

}  // namespace workshop::lesson5

namespace workshop {

using namespace lesson5;

cudaError_t plan_persistent(std::int64_t rows, std::int64_t cols, PersistentPlan* plan) {
    if (rows < 0 || cols < 0 || plan == nullptr) return cudaErrorInvalidValue;
    *plan = PersistentPlan{};
    if (rows == 0 || cols == 0) return cudaSuccess;

    int device = 0;
    cudaFuncAttributes attributes;
    std::size_t most_shared = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess) error = cudaFuncGetAttributes(&attributes, kept_rows_kernel);
    if (error == cudaSuccess) {
        error = opt_in_to_shared_memory(kept_rows_kernel, device, attributes.sharedSizeBytes,
                                        &most_shared);
    }
    if (error != cudaSuccess) return error;

    plan->threads_per_block = threads_for(cols, attributes.maxThreadsPerBlock);
    plan->rows_per_block = 1;
    const auto limit = static_cast<std::int64_t>(most_shared / sizeof(float));
    if (cols <= limit) {
        plan->reads_per_element = 1;
        plan->shared_bytes = static_cast<std::size_t>(cols) * sizeof(float);
        error = plan_grid(kept_rows_kernel, rows, device, plan);
        if (error != cudaSuccess || plan->blocks > 0) return error;
    }
    plan->reads_per_element = 2;
    plan->shared_bytes = 0;
    error = plan_grid(wide_rows_kernel, rows, device, plan);
    if (error == cudaSuccess && plan->blocks == 0) return cudaErrorInvalidConfiguration;
    return error;
}

cudaError_t persistent_softmax(std::int64_t rows, std::int64_t cols, const float* x,
                               std::int64_t ldx, float* y, std::int64_t ldy, cudaStream_t stream) {
    cudaError_t error = check_matrix_arguments(rows, cols, x, ldx, y, ldy);
    if (error != cudaSuccess) return error;
    if (rows == 0 || cols == 0) return cudaSuccess;
    PersistentPlan plan;
    error = plan_persistent(rows, cols, &plan);
    if (error != cudaSuccess) return error;

    const int threads = plan.threads_per_block;
    if (plan.reads_per_element == 1) {
        kept_rows_kernel<<<plan.blocks, threads, plan.shared_bytes, stream>>>(
            rows, static_cast<int>(cols), x, ldx, y, ldy);
    } else {
        wide_rows_kernel<<<plan.blocks, threads, 0, stream>>>(rows, cols, x, ldx, y, ldy);
    }
    return cudaGetLastError();
}

}  // namespace workshop
