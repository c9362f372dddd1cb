// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Argument rules that every lesson shares, so that a launch function starts with one line.

#include <cuda_runtime.h>

#include <cstdint>

namespace workshop {

/// @brief Checks the arguments of a function that reads one row-major matrix and writes another.
///
/// A matrix of `rows` x `cols` elements is stored row after row; row r starts at element `r * ld`.
/// The leading dimension `ld` is at least `cols`; the elements between them are never touched.
///
/// @param[in] rows number of rows, 0 or more
/// @param[in] cols number of columns, 0 or more
/// @param[in] x    device pointer to the input; may be null only when rows or cols is 0
/// @param[in] ldx  leading dimension of x in elements, at least cols
/// @param[in] y    device pointer to the output; may be null only when rows or cols is 0
/// @param[in] ldy  leading dimension of y in elements, at least cols
/// @return cudaSuccess, or cudaErrorInvalidValue for a negative size, a short leading dimension or
///         a null pointer with a non-zero size.
inline cudaError_t check_matrix_arguments(std::int64_t rows, std::int64_t cols, const void* x,
                                          std::int64_t ldx, const void* y, std::int64_t ldy) {
    if (rows < 0 || cols < 0 || ldx < cols || ldy < cols) return cudaErrorInvalidValue;
    const bool empty = rows == 0 || cols == 0;
    if (!empty && (x == nullptr || y == nullptr)) return cudaErrorInvalidValue;
    return cudaSuccess;
}

/// @brief Checks a block size: CUDA allows 1 to 1024 threads in a block.
/// @return cudaSuccess or cudaErrorInvalidValue
inline cudaError_t check_block_size(int threads_per_block) {
    return threads_per_block >= 1 && threads_per_block <= 1024 ? cudaSuccess
                                                               : cudaErrorInvalidValue;
}

}  // namespace workshop
