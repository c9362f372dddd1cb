// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lesson 1, serial softmax: one thread computes one row.
//
// Computes y[r][c] = exp(x[r][c] - m_r) / sum_k exp(x[r][k] - m_r), with m_r the maximum of row r.
// Shapes   x [rows][cols] with leading dimension ldx, y [rows][cols] with leading dimension ldy.
// Text     lessons/01-serial-softmax/README.md
// Contract include/workshop/01_serial_softmax.hpp
// Run      make check-lesson1 IMPL=solution
// Notice   - Three passes over the row: maximum, sum, result. Each element is read three times.
//          - Only the difference x - maximum goes into expf. It is never positive, so nothing
//            overflows, and the largest term of the sum is exactly 1.
//          - Threads next to each other read addresses that are ldx elements apart. That is slow,
//            and lesson 2 is about it.
// SOLUTION ONLY: This is the reference. What you edit is starter/01_serial_softmax.cu.

#include "workshop/01_serial_softmax.hpp"

#include <cmath>

#include "workshop/matrix_arguments.hpp"

namespace workshop::lesson1 {

constexpr int kThreadsPerBlock = 128;
constexpr std::int64_t kMaxBlocks = 2147483647;  // CUDA's limit of gridDim.x, 2^31 - 1

// x and y may be the same matrix (in place), so neither pointer can promise __restrict__.
__global__ void serial_softmax_kernel(std::int64_t rows, std::int64_t cols,
                                      const float* x,  // [rows][ldx]
                                      std::int64_t ldx,
                                      float* y,  // [rows][ldy]
                                      std::int64_t ldy) {
    // FILL 1: find the row of this thread, and leave when there is no such row
    // 64 bits: row * ldx goes beyond 2^31 for large matrices.
    const std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (row >= rows) return;  // the last block may have more threads than there are rows left
    // STARTER: const std::int64_t row = 0;  // so far every thread takes row 0
    // STARTER: (void)rows;
    // END FILL
    const float* x_row = x + row * ldx;  // [cols]
    float* y_row = y + row * ldy;        // [cols]

    // FILL 2: find the maximum of the row
    // Start at -inf, the maximum of no values: with 0, a row of negative numbers would get 0.
    // fmaxf skips a NaN. It is not lost: it comes back in the sum below.
    float maximum = -INFINITY;
    for (std::int64_t column = 0; column < cols; ++column) {
        maximum = fmaxf(maximum, x_row[column]);
    }
    // STARTER: (void)*x_row;
    // STARTER: (void)cols;
    // END FILL

    // FILL 3: add up the exponentials of the row, each shifted by the maximum
    // A row that is all -inf, or that holds +inf, meets inf - inf = NaN here. A NaN in the row
    // stays NaN. One NaN term makes the sum NaN, and with it the whole row, as the contract says.
    float sum = 0.0F;
    for (std::int64_t column = 0; column < cols; ++column) {
        sum += expf(x_row[column] - maximum);
    }
    // END FILL

    // FILL 4: write the row: every exponential divided by the sum
    // In place works: the thread reads an element for the last time just before it writes it.
    for (std::int64_t column = 0; column < cols; ++column) {
        y_row[column] = expf(x_row[column] - maximum) / sum;
    }
    // STARTER: (void)*y_row;
    // END FILL
}

}  // namespace workshop::lesson1

namespace workshop {

using namespace lesson1;

cudaError_t serial_softmax(std::int64_t rows, std::int64_t cols, const float* x, std::int64_t ldx,
                           float* y, std::int64_t ldy, cudaStream_t stream) {
    const cudaError_t error = check_matrix_arguments(rows, cols, x, ldx, y, ldy);
    if (error != cudaSuccess) return error;
    if (rows == 0 || cols == 0) return cudaSuccess;  // a launch of zero blocks would be an error

    // Enough blocks for one thread a row, rounded up.
    const std::int64_t blocks = (rows - 1) / kThreadsPerBlock + 1;
    if (blocks > kMaxBlocks) return cudaErrorInvalidConfiguration;
    serial_softmax_kernel<<<static_cast<unsigned int>(blocks), kThreadsPerBlock, 0, stream>>>(
        rows, cols, x, ldx, y, ldy);
    // A launch returns nothing. What went wrong with it is asked for here. The kernel itself runs
    // later, on the stream, and this function does not wait for it.
    return cudaGetLastError();
}

}  // namespace workshop
