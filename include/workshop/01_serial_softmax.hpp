// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The contract of lesson 1: softmax of every row, one thread a row.

#include <cuda_runtime.h>

#include <cstdint>

namespace workshop {

/// @brief Softmax of every row of a row-major matrix.
///
/// y[r][c] = exp(x[r][c] - m_r) / sum_k exp(x[r][k] - m_r), where m_r is the maximum of row r.
///
/// Special rows: a row that is all -inf, or that holds a NaN or +inf, becomes all NaN; every other
/// row is unaffected by it. An element of -inf in an ordinary row becomes 0.
///
/// @param[in]  rows   number of rows; 0 is allowed and does nothing
/// @param[in]  cols   number of columns; 0 is allowed and does nothing
/// @param[in]  x      device pointer, rows x cols float32, any 4-byte aligned address
/// @param[in]  ldx    leading dimension of x in elements, at least cols
/// @param[out] y      device pointer, rows x cols float32; may be x itself when ldy == ldx
/// @param[in]  ldy    leading dimension of y in elements, at least cols
/// @param[in]  stream the stream the kernel is launched on. The call does not wait for it, and
/// leaves
///                    nothing behind
/// @return cudaSuccess; cudaErrorInvalidValue for a negative size, ld < cols or a null pointer with
///         a non-zero size; cudaErrorInvalidConfiguration when a thread a row takes more blocks
///         than a grid has (2^31 - 1); in both cases nothing is launched. Otherwise the error of
///         the launch, which is not left pending for the next cudaGetLastError().
///
/// Numerics: the sum is a float32 accumulator over cols terms in order. With u = 2^-24, the
/// relative error of an element is at most about the sum of
/// - |x - m| * u, the rounding of the shift, and the error of expf;
/// - for the row's sum: cols * u for the additions, and the errors of its terms' shifts and
///   exponentials, each weighted by the term's share of the sum;
/// - the error of the division.
/// ("About": k roundings in a row make at most (1 + u)^k - 1, which is a little more than k * u.)
///
/// Performance: three reads and one write an element. Neighbouring threads read addresses that are
/// ldx elements apart, so every 32-byte sector fetched delivers 4 useful bytes at a time.
cudaError_t serial_softmax(std::int64_t rows, std::int64_t cols, const float* x, std::int64_t ldx,
                           float* y, std::int64_t ldy, cudaStream_t stream);

}  // namespace workshop
