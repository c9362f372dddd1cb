// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The exact matrix product, and how far a correct float32 one may be from it.

#include <cstdint>
#include <vector>

#include "expected.hpp"
#include "gemm_case.hpp"

namespace workshop::checks {

/// @brief What is wanted, and the bare sums, from which reports work out what was left out.
struct GemmResult {
    Expected expected;
    std::vector<double> sums;  ///< sum_k a_ik b_kj, m x n
};

/// @brief alpha * A * B + beta * C in double.
///
/// With alpha == 0, A and B are not looked at; with beta == 0, C is not. What comes out as NaN is
/// wanted as NaN, an infinity exactly.
GemmResult gemm_oracle(const GemmData& data, float alpha, float beta);

/// @brief How far one element may be off.
///
/// Each addition rounds by at most u times the partial sum s_k that it gives. The worst case, all
/// roundings in one direction, is k u sum|p| (p: the products), and it is so wide that a product
/// rounded to TF32 passes. But roundings have random signs, so that they add up like the root of
/// their squares: the error has a standard deviation below u sqrt(sum_k s_k^2). With the products
/// in random order, the mean of s_k^2 over all k is below (Q + S^2) / 3 with Q = sum p^2 and S =
/// sum p. (In truth it is (Q / 2 + S^2) / 3.) So the bound is
///
///     6 u |alpha| sqrt(k (Q + S^2) / 3) + 2 u (|alpha S| + |beta c|)
///
/// about fifteen standard deviations of a typical element. Not every element is typical: the
/// partial sums of some wander far before they come back. Of a million elements the worst was
/// measured at 3 to 4 times u sqrt(k (Q + S^2) / 3). For terms of both signs Q is at most k
/// max|a|^2 max|b|^2, and so the bound scales with sqrt(k) times a partial sum, sqrt(k) max|a|
/// max|b|. It never shrinks with the result, which may be near 0 while the partial sums are not.
///
/// It holds for products in random order. It is not meant for data made against it, in which the
/// partial sums are far larger than the total: the checks take normals, or small integers, which
/// are exact.
double gemm_bound(std::int64_t k, double sum, double sum_of_squares, double alpha,
                  double beta_times_c);

}  // namespace workshop::checks
