// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The contract of lesson 6: sums that keep what their additions lose.

#include <cuda_runtime.h>

#include <cstdint>

namespace workshop {

/// @brief A sum that was taken in float32, and what its additions have lost. The value that is
///        meant is sum + compensation. No values at all is {0, 0}.
struct CompensatedSum {
    float sum;           ///< the plain sum, rounded by every addition
    float compensation;  ///< the roundings' errors, added up
};

/// @brief Adds one value (host side of what the kernels do; as the two functions below).
///
/// The new sum is sum + value, rounded. Exactly what this rounding lost is added to the
/// compensation, whichever of the two is the larger.
CompensatedSum add_compensated(CompensatedSum so_far, float value);

/// @brief Merges what was added up of two parts: the sums are added as add_compensated() does, and
///        both compensations count. {0, 0} is the identity.
CompensatedSum merge_compensated(CompensatedSum a, CompensatedSum b);

/// @brief The float that a pair stands for: sum + compensation, rounded once.
///
/// Where the sum is an infinity or NaN it is the value as it stands: inf - inf has made the
/// compensation NaN, and it says nothing.
float compensated_value(CompensatedSum pair);

/// @brief Sum of every row, one block a row, compensated.
///
/// sum[r] = sum_k x[r][k]. The sum of an empty row (cols == 0) is 0. Infinities and NaNs follow
/// IEEE addition and affect no other row. Where a partial sum leaves the range of float32, the
/// result may be an infinity or NaN. A sum of zeros is 0; its sign is open.
///
/// @param[in]  rows    number of rows; 0 is allowed and does nothing
/// @param[in]  cols    number of columns; with 0, every sum is written as 0
/// @param[in]  x       device pointer, rows x cols float32
/// @param[in]  ldx     leading dimension of x in elements, at least cols
/// @param[out] sum     device pointer, rows float32
/// @param[in]  threads_per_block block size, 1 to 1024, any value
/// @param[in]  stream  the stream the kernel is launched on; see lesson 1
/// @return cudaSuccess; cudaErrorInvalidValue for bad sizes, pointers or block size (nothing is
///         launched); otherwise the error of the launch.
///
/// Numerics: with u = 2^-24 and S the exact sum, the error is at most about
///
///     u |S| + D E u^2 sum_k |x[r][k]|,    D = m + k + l,  E = m + 2 k + 2 l,
///
/// where a thread adds runs of at most m = min(4096, ceil(cols / threads)) elements, merges the
/// pairs of its k = ceil(ceil(cols / threads) / 4096) runs, and a tree of l = ceil(log2(threads))
/// levels merges the threads' pairs. An element goes through at most D additions of sums, and what
/// one of them lost through at most E roundings of the compensation. D E u^2 is below 1 u for rows
/// of up to 4000 elements a thread, and stays below 7 u (6.02 u) up to 2^24 elements a thread.
/// No float64 is needed. The order is fixed, so the result is the same bit for bit on every run.
///
/// Performance: one read an element, coalesced; two barriers a row.
cudaError_t row_sum_compensated(std::int64_t rows, std::int64_t cols, const float* x,
                                std::int64_t ldx, float* sum, int threads_per_block,
                                cudaStream_t stream);

/// @brief Softmax of every row, normalised by a compensated sum.
///
/// Values, special rows and arguments as serial_softmax() of lesson 1. No number of rows is too
/// large: a block may take several.
///
/// @param[in] threads_per_block block size, 1 to 1024, any value
///
/// Numerics: as serial_softmax(), with 1 + D E u in place of cols roundings of the sum, so that the
/// elements of a row add up to 1 within a few roundings at every width.
/// Performance: three reads and one write an element, coalesced; four barriers a row.
cudaError_t compensated_softmax(std::int64_t rows, std::int64_t cols, const float* x,
                                std::int64_t ldx, float* y, std::int64_t ldy, int threads_per_block,
                                cudaStream_t stream);

}  // namespace workshop
