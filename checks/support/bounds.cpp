// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "bounds.hpp"

#include <algorithm>
#include <cmath>

namespace workshop::checks {

double relative_error(double operations) {
    return std::expm1(operations * std::log1p(kUnitRoundoff));
}

double exp_error(double x) {
#ifdef WORKSHOP_FAST_MATH
    // CUDA C++ Programming Guide: __expf(x) is off by at most 2 + floor(abs(1.173 * x)) ulp.
    return 2.0 * (2.0 + std::floor(std::abs(1.173 * x)));
#else
    (void)x;
    return 2.0 * 2.0;  // 2 ulp; an ulp is up to 2u
#endif
}

double division_error() {
#ifdef WORKSHOP_FAST_MATH
    return 2.0 * 2.0;  // 2 ulp
#else
    return 2.0;        // one rounding, or a reciprocal and a product
#endif
}

std::int64_t longest_chain(std::int64_t cols, std::int64_t threads) {
    std::int64_t levels = 0;
    while ((std::int64_t{1} << levels) < threads)
        ++levels;
    return (cols + threads - 1) / threads + levels;
}

namespace {

/// Operations between the terms of the sum and the sum.
double sum_operations(double sum_error, SoftmaxNumerics numerics) {
    // A rescale multiplies by exp(old max - new max): the rounding of the difference is already
    // counted in |x_k - m|, because the steps add up to it; one exp and one product are not.
    const double rescale = exp_error(0.0) + 2.0;
    return sum_error + static_cast<double>(numerics.additions) +
           rescale * static_cast<double>(numerics.rescales) + kSecondOrder;
}

}  // namespace

double softmax_bound(double wanted, double shift, double sum_error, SoftmaxNumerics numerics) {
    if (!(wanted > 0.0)) return kSmallestNormal;
    const double operations =
        shift + exp_error(shift) + sum_operations(sum_error, numerics) + division_error();
    return wanted * relative_error(operations) + kSmallestNormal;
}

double exponential_sum_bound(double wanted, double sum_error, SoftmaxNumerics numerics) {
    if (!(wanted > 0.0)) return kSmallestNormal;
    return wanted * relative_error(sum_operations(sum_error, numerics)) + kSmallestNormal;
}

double sum_bound(std::int64_t chain, double sum_of_magnitudes) {
    return sum_of_magnitudes * relative_error(static_cast<double>(chain)) + kSmallestNormal;
}

}  // namespace workshop::checks
