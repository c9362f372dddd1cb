// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Argument rules that every matrix product shares.

#include <cuda_runtime.h>

#include <cstdint>

namespace workshop {

/// @brief The arguments of C = alpha * A * B + beta * C, all matrices row-major.
///
/// Element (r, c) of a matrix with leading dimension ld is element r * ld + c in memory. The
/// elements between the last column and the leading dimension are never touched.
struct GemmArguments {
    std::int64_t m = 0;        ///< rows of A and C
    std::int64_t n = 0;        ///< columns of B and C
    std::int64_t k = 0;        ///< columns of A, rows of B
    float alpha = 1.0F;        ///< factor of A * B
    const float* a = nullptr;  ///< device pointer, m x k
    std::int64_t lda = 0;      ///< leading dimension of A, at least k
    const float* b = nullptr;  ///< device pointer, k x n
    std::int64_t ldb = 0;      ///< leading dimension of B, at least n
    float beta = 0.0F;         ///< factor of C as it is before
    float* c = nullptr;        ///< device pointer, m x n
    std::int64_t ldc = 0;      ///< leading dimension of C, at least n
};

/// @brief Checks the arguments of a matrix product.
/// @return cudaSuccess, or cudaErrorInvalidValue for a negative size, a leading dimension that is
///         too short, a null C where C has elements, or a null A or B that would be read: with
///         alpha == 0 or k == 0, A and B may be null.
inline cudaError_t check_gemm_arguments(const GemmArguments& g) {
    if (g.m < 0 || g.n < 0 || g.k < 0) return cudaErrorInvalidValue;
    if (g.lda < g.k || g.ldb < g.n || g.ldc < g.n) return cudaErrorInvalidValue;
    if (g.m == 0 || g.n == 0) return cudaSuccess;
    if (g.c == nullptr) return cudaErrorInvalidValue;
    const bool has_product = g.k > 0 && g.alpha != 0.0F;
    if (has_product && (g.a == nullptr || g.b == nullptr)) return cudaErrorInvalidValue;
    return cudaSuccess;
}

}  // namespace workshop
