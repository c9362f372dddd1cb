// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lesson 5, one step further: rows in registers, 16 bytes at a time, and rows that the hardware
// deals out.
//
// Computes y[r][c] = exp(x[r][c] - max_k x[r][k]) / sum_k exp(x[r][k] - max_k x[r][k])
// Shapes   x [rows][cols] with leading dimension ldx, y [rows][cols] with ldy.
// Text     lessons/05-persistent-grid/README.md, "One step further"
// Contract include/workshop/05_persistent_grid_further.hpp
// Notice   - The whole row is in registers before the maximum is known, so one maximum and one sum
//            are enough: no pairs, no guard.
//          - How many values a thread holds has to be known when the kernel is compiled: an array
//            in registers has no run-time index. Hence one kernel for each number.
//          - A narrow row belongs to one warp, and a warp needs no barrier.
//          - A row of 4097 columns begins at another distance from 16 bytes than the one before it.
//            Up to three singles at each end make the rest wide, as in lesson 4.

#include "workshop/05_persistent_grid_further.hpp"

#include <cmath>

#include "workshop/05_persistent_grid.hpp"
#include "workshop/matrix_arguments.hpp"

namespace workshop::lesson5_further {

constexpr int kWarpSize = 32;
constexpr int kMostColumns = 16384;   // of a row that is kept in registers
constexpr int kNarrowRowsABlock = 4;  // rows of one warp each

// A thread holds at most so many steps of four floats. More loads on their way at the same time are
// good, but single floats need more registers for each: addresses and conditions.
template <typename Value>
constexpr int kMostSteps = sizeof(Value) == sizeof(float4) ? 8 : 4;
template <typename Value>
constexpr int kMostThreads = kMostColumns / 4 / kMostSteps<Value>;

// What the kernel does with a value, for a float and for four of them.
__device__ inline float largest_of(float value) {
    return value;
}
__device__ inline float largest_of(float4 value) {
    return fmaxf(fmaxf(value.x, value.y), fmaxf(value.z, value.w));
}
__device__ inline float sum_of(float value) {
    return value;
}
__device__ inline float sum_of(float4 value) {
    return (value.x + value.y) + (value.z + value.w);
}
__device__ inline float exponential(float value, float max) {
    return expf(value - max);
}
__device__ inline float4 exponential(float4 value, float max) {
    return make_float4(expf(value.x - max), expf(value.y - max), expf(value.z - max),
                       expf(value.w - max));
}
__device__ inline float scaled(float value, float scale) {
    return value * scale;
}
__device__ inline float4 scaled(float4 value, float scale) {
    return make_float4(value.x * scale, value.y * scale, value.z * scale, value.w * scale);
}
__device__ inline void set_all(float& value, float number) {
    value = number;
}
__device__ inline void set_all(float4& value, float number) {
    value = make_float4(number, number, number, number);
}

struct Max {
    static constexpr float kIdentity = -INFINITY;
    __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct Sum {
    static constexpr float kIdentity = 0.0F;
    __device__ float operator()(float a, float b) const { return a + b; }
};

// Both operators are commutative to the last bit, so every lane gets the same result.
template <typename Operator>
__device__ inline float warp_reduce(float value, Operator combine) {
    for (int offset = kWarpSize / 2; offset > 0; offset /= 2)
        value = combine(value, __shfl_xor_sync(0xffffffffU, value, offset));
    return value;
}

// Over the threads of a row: a warp, or a block of several. Every thread gets the result. A scratch
// may be used again after a barrier.
template <typename Operator>
__device__ inline float row_reduce(float value, Operator combine,
                                   float* of_warp) {  // [kWarpSize], shared
    value = warp_reduce(value, combine);
    if (blockDim.x == kWarpSize) return value;
    const int lane = static_cast<int>(threadIdx.x) % kWarpSize;
    if (lane == 0) of_warp[threadIdx.x / kWarpSize] = value;
    __syncthreads();  // of_warp is complete; every warp reduces it for itself
    const int warps = static_cast<int>(blockDim.x) / kWarpSize;
    return warp_reduce(lane < warps ? of_warp[lane] : Operator::kIdentity, combine);
}

// With singles and all values a thread needs 70 registers: one block of 512 threads on an SM, where
// two are faster. 64 are enough. Otherwise the compiler chooses (0).
template <typename Value, int kValues, bool kSingles>
[[maybe_unused]] constexpr int kBlocksAnSm = kSingles&& kValues == kMostSteps<Value> ? 2 : 0;

// How a row is cut: `head` single floats, `values` whole values, and the other single floats.
struct Cut {
    int head, values, singles;
};
template <typename Value, bool kSingles>
__device__ inline Cut cut_row(const float* x_row, int cols) {
    constexpr int kFloats = sizeof(Value) / sizeof(float);
    if (!kSingles) return {0, cols / kFloats, 0};
    const auto place = static_cast<int>(reinterpret_cast<std::uintptr_t>(x_row) / sizeof(float));
    const int head = min(-place & (kFloats - 1), cols);  // floats to the next multiple of 16 bytes
    const int values = (cols - head) / kFloats;
    return {head, values, cols - values * kFloats};
}

// blockDim.x threads work on a row, blockDim.y rows in a block. kValues is how many values a thread
// holds; Value is float or float4. With kSingles a thread also holds at most one single float; then
// x_row and y_row lie alike towards multiples of 16 bytes, in every row.
// x and y may be the same matrix (in place): a thread writes what only it has read.
template <typename Value, int kValues, bool kSingles>
__global__ void __launch_bounds__(kMostThreads<Value>, kBlocksAnSm<Value, kValues, kSingles>)
    registers_kernel(std::int64_t rows, int cols,
                     const float* x,  // [rows][ldx]
                     std::int64_t ldx,
                     float* y,  // [rows][ldy]
                     std::int64_t ldy) {
    __shared__ float max_of_warp[kWarpSize];
    __shared__ float sum_of_warp[kWarpSize];
    const int threads = static_cast<int>(blockDim.x);
    const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * blockDim.y;
    std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * blockDim.y + threadIdx.y;
    for (; row < rows; row += step) {
        const float* x_row = x + row * ldx;  // [cols]
        float* y_row = y + row * ldy;        // [cols]
        const Cut cut = cut_row<Value, kSingles>(x_row, cols);
        const Value* x_values = reinterpret_cast<const Value*>(x_row + cut.head);  // [cut.values]
        Value* y_values = reinterpret_cast<Value*>(y_row + cut.head);              // [cut.values]
        // All loads of a thread are on their way before the first one is waited for. Nobody reads
        // the row again: __ldcs and __stcs tell the caches so.
        Value values[kValues];
#pragma unroll
        for (int i = 0; i < kValues; ++i) {
            const int index = static_cast<int>(threadIdx.x) + i * threads;
            set_all(values[i], -INFINITY);
            if (index < cut.values) values[i] = __ldcs(x_values + index);
        }
        // The singles before the values have the columns from 0, the others the last ones.
        int column = static_cast<int>(threadIdx.x);
        const bool has_single = column < cut.singles;
        if (column >= cut.head) column += cols - cut.singles;
        float single = has_single ? __ldcs(x_row + column) : -INFINITY;
        float max = single;
#pragma unroll
        for (int i = 0; i < kValues; ++i)
            max = fmaxf(max, largest_of(values[i]));
        max = row_reduce(max, Max(), max_of_warp);
        single = exponential(single, max);
        float sum = single;
#pragma unroll
        for (int i = 0; i < kValues; ++i) {
            values[i] = exponential(values[i], max);
            sum += sum_of(values[i]);
        }
        sum = row_reduce(sum, Sum(), sum_of_warp);
        const float scale = 1.0F / sum;
#pragma unroll
        for (int i = 0; i < kValues; ++i) {
            const int index = static_cast<int>(threadIdx.x) + i * threads;
            if (index < cut.values) __stcs(y_values + index, scaled(values[i], scale));
        }
        if (has_single) __stcs(y_row + column, scaled(single, scale));
    }
}

// Launches the kernel whose threads hold as many values as are needed, at most kSteps times four.
template <typename Value, bool kSingles, int kSteps>
cudaError_t launch(int steps, dim3 block, std::int64_t rows, int cols, const float* x,
                   std::int64_t ldx, float* y, std::int64_t ldy, cudaStream_t stream) {
    if constexpr (kSteps > 1) {
        if (steps < kSteps) {
            return launch<Value, kSingles, kSteps - 1>(steps, block, rows, cols, x, ldx, y, ldy,
                                                       stream);
        }
    }
    constexpr int kFloats = sizeof(Value) / sizeof(float);
    const std::int64_t needed = (rows - 1) / block.y + 1;
    const std::int64_t blocks = needed < 2147483647 ? needed : 2147483647;  // CUDA's limit
    registers_kernel<Value, kSteps * 4 / kFloats, kSingles>
        <<<static_cast<unsigned int>(blocks), block, 0, stream>>>(rows, cols, x, ldx, y, ldy);
    return cudaGetLastError();
}

// A row gets the fewest threads that can hold it.
template <typename Value, bool kSingles>
cudaError_t launch_for(std::int64_t rows, int cols, const float* x, std::int64_t ldx, float* y,
                       std::int64_t ldy, cudaStream_t stream) {
    const int all_steps = (cols + 3) / 4;
    int threads = kWarpSize;
    while (threads * kMostSteps<Value> < all_steps)
        threads *= 2;
    const int steps = (all_steps - 1) / threads + 1;
    const dim3 block(threads, threads == kWarpSize ? kNarrowRowsABlock : 1);
    return launch<Value, kSingles, kMostSteps<Value>>(steps, block, rows, cols, x, ldx, y, ldy,
                                                      stream);
}

// How far a pointer is from a multiple of 16 bytes.
inline std::uintptr_t offset_of(const void* pointer) {
    return reinterpret_cast<std::uintptr_t>(pointer) % sizeof(float4);
}

}  // namespace workshop::lesson5_further

namespace workshop {

cudaError_t softmax_in_registers(std::int64_t rows, std::int64_t cols, const float* x,
                                 std::int64_t ldx, float* y, std::int64_t ldy,
                                 cudaStream_t stream) {
    using namespace lesson5_further;
    const cudaError_t error = check_matrix_arguments(rows, cols, x, ldx, y, ldy);
    if (error != cudaSuccess) return error;
    if (rows == 0 || cols == 0) return cudaSuccess;
    if (cols > kMostColumns) {
        return persistent_softmax(rows, cols, x, ldx, y, ldy, stream);
    }
    const int width = static_cast<int>(cols);
    // The first rows lie alike, and so do all others when each step to the next one does.
    const bool alike = offset_of(x) == offset_of(y) && (rows == 1 || (ldx - ldy) % 4 == 0);
    if (!alike) return launch_for<float, false>(rows, width, x, ldx, y, ldy, stream);
    if (cols % 4 == 0 && offset_of(x) == 0 && (rows == 1 || ldx % 4 == 0)) {
        return launch_for<float4, false>(rows, width, x, ldx, y, ldy, stream);
    }
    return launch_for<float4, true>(rows, width, x, ldx, y, ldy, stream);
}

}  // namespace workshop
