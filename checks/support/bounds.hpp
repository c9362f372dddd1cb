// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief How far a correct float32 result may be from the exact one.
///
/// The bounds are derived, not chosen. u = 2^-24 is the largest relative error of one float32
/// operation. k operations in a row change a result by a factor of at most (1 + u)^k, so the
/// relative error is at most (1 + u)^k - 1, which k * u describes well. Each bound below counts
/// operations.
///
/// Two things are not quite products of such factors. The terms of a sum have errors of their own,
/// and the mean of (1 + u)^e is a little more than (1 + u)^(mean of e). And a divisor that is k
/// roundings too small makes the quotient larger by (1 - u)^-k, which is a little more than
/// (1 + u)^k. Both differences are of order u^2 times the square of a count, or the count: less
/// than one u for every count that the checks have. So one operation more is counted, kSecondOrder.

#include <cstdint>

namespace workshop::checks {

/// @brief u, the unit roundoff of float32.
inline constexpr double kUnitRoundoff = 0x1.0p-24;

/// @brief The smallest normal float32. Hardware that flushes subnormal numbers to zero makes an
///        absolute error of up to this much.
inline constexpr double kSmallestNormal = 0x1.0p-126;

/// @brief The operation that is counted for what is of second order, see above.
inline constexpr double kSecondOrder = 1.0;

/// @brief (1 + u)^operations - 1.
double relative_error(double operations);

/// @brief Error of one expf(x) in units of u: 2 ulp, or what the CUDA guide says of __expf when the
///        kernels are built with --use_fast_math.
double exp_error(double x);

/// @brief Error of one division in units of u; a product with a reciprocal is allowed as well.
double division_error();

/// @brief ceil(cols / threads) + ceil(log2(threads)): the longest chain of additions when every
///        thread adds its share in order and a tree adds the partial sums.
std::int64_t longest_chain(std::int64_t cols, std::int64_t threads);

/// @brief What a softmax contract promises about its sum.
struct SoftmaxNumerics {
    std::int64_t additions = 0;  ///< longest chain of additions
    std::int64_t rescales = 0;   ///< most often that a partial sum is rescaled to a new maximum
};

/// @brief Bound of y = exp(x - m) / sum.
///
/// In units of u: |x - m| for the rounding of the shift (an absolute error d of the argument is a
/// relative error d of exp), the error of exp, the same two for the terms of the sum weighted by
/// their share, one for each addition, two and one exp for each rescale, the division, and
/// kSecondOrder.
///
/// @param[in] wanted    exact y
/// @param[in] shift     |x - m|
/// @param[in] sum_error share-weighted mean of (|x_k - m| + exp_error(x_k - m)) over the row
/// @param[in] numerics  chain lengths from the contract
/// @return the largest |got - wanted| that a correct kernel can have
double softmax_bound(double wanted, double shift, double sum_error, SoftmaxNumerics numerics);

/// @brief Bound of sum_k exp(x_k - m): the terms as in softmax_bound(), without the exp and the
///        division of the result.
double exponential_sum_bound(double wanted, double sum_error, SoftmaxNumerics numerics);

/// @brief Bound of a sum: chain * u * sum|x|. It scales with the size of the terms and not with the
///        result, which may be close to zero.
double sum_bound(std::int64_t chain, double sum_of_magnitudes);

}  // namespace workshop::checks
