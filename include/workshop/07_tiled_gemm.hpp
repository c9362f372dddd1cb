// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The contract of lesson 7: a matrix product in three steps, each reading less.
///
/// All three functions compute the same,
///
///     C = alpha * A * B + beta * C,    A is m x k, B is k x n, C is m x n, all row-major,
///
/// by the rules of the BLAS:
/// - beta == 0: C is not read. A NaN that was there does not matter.
/// - alpha == 0: A and B are not read. C becomes beta * C.
/// - k == 0: a sum of nothing is 0. C becomes beta * C.
/// - m == 0 or n == 0: nothing is launched, nothing is written.
/// - A NaN or infinity in row i of A shows in row i of C and in no other row; one in column j of B
///   in column j of C.
/// - A NaN in alpha where k > 0, or in beta, shows in all of C: it is not 0.
/// - Any sizes, any leading dimensions, any pointers that float allows: no size has to be a
/// multiple
///   of a tile, no address a multiple of 16 bytes. Elements between the last column and the leading
///   dimension are neither read nor written.
/// - C must not overlap A or B.
/// - The same arguments give the same bits on every run.
///
/// Numerics: products and sums in float32, no TF32. With u = 2^-24 an element is off by at most
/// (k + 2) u |alpha| sum_k |a_ik b_kj| + 2 u |beta c_ij|. The errors of single additions have
/// random signs, so that what one sees grows like sqrt(k) times the size of a partial sum. The
/// checks ask for that: with S the sum of a_ik b_kj and Q that of their squares, at most 6 u
/// |alpha| sqrt(k (Q + S^2) / 3) + 2 u (|alpha S| + |beta c_ij|), for data whose products come in
/// no special order. Adding in order of k, or in parts of it, keeps that.

#include <cuda_runtime.h>

#include "workshop/gemm_arguments.hpp"

namespace workshop {

/// @brief C = alpha * A * B + beta * C, one thread an element of C, everything from global memory.
/// @param[in] gemm   sizes, factors, device pointers and leading dimensions
/// @param[in] stream the stream the kernel is launched on; see lesson 1
/// @return cudaSuccess; cudaErrorInvalidValue as check_gemm_arguments() says;
///         cudaErrorInvalidConfiguration when C has more tiles than a grid has blocks (2^31 - 1);
///         otherwise the error of the launch.
///
/// Performance: two reads of global memory a multiply-add.
cudaError_t gemm_naive(const GemmArguments& gemm, cudaStream_t stream);

/// @brief The same result, with tiles of A and B in shared memory: a block computes a tile of
///        32 x 32 elements, and each element that it brings is used 32 times.
/// @param[in] gemm   sizes, factors, device pointers and leading dimensions
/// @param[in] stream the stream the kernel is launched on; see lesson 1
/// @return as gemm_naive().
///
/// Performance: 2/32 reads of global memory a multiply-add, and what the edges cost; no bank
///              conflicts.
cudaError_t gemm_tiled(const GemmArguments& gemm, cudaStream_t stream);

/// @brief The same result, with a tile of 128 x 128 elements a block and 8 x 8 elements a thread in
///        registers.
/// @param[in] gemm   sizes, factors, device pointers and leading dimensions
/// @param[in] stream the stream the kernel is launched on; see lesson 1
/// @return as gemm_naive().
///
/// Performance: 2/128 reads of global memory and 1/16 loads from shared memory a multiply-add; 16
///              bytes an access wherever pointers and leading dimensions allow; no bank conflicts.
cudaError_t gemm_register_tiled(const GemmArguments& gemm, cudaStream_t stream);

}  // namespace workshop
