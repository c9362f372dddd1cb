// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "oracle.hpp"

#include <cmath>
#include <limits>

#include "parallel_rows.hpp"

namespace workshop::checks {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What one pass over a row finds.
struct RowFacts {
    bool poisoned = false;  ///< a NaN or +inf is in the row
    double maximum = -kInfinity;
    long double sum = 0.0L;  ///< of exp(x - maximum)
    double sum_error = 0.0;  ///< share-weighted error of the terms, in units of u
};

RowFacts row_facts(const float* row, std::int64_t cols) {
    RowFacts facts;
    for (std::int64_t c = 0; c < cols; ++c) {
        const double value = row[c];
        if (std::isnan(value) || value == kInfinity) facts.poisoned = true;
        if (value > facts.maximum) facts.maximum = value;
    }
    if (facts.poisoned || facts.maximum == -kInfinity) return facts;
    long double weighted = 0.0L;
    for (std::int64_t c = 0; c < cols; ++c) {
        const double shift = row[c] - facts.maximum;
        const double term = std::exp(shift);
        if (term == 0.0) continue;
        facts.sum += term;
        weighted += term * (-shift + exp_error(shift));
    }
    facts.sum_error = static_cast<double>(weighted / facts.sum);
    return facts;
}

}  // namespace

Expected softmax_oracle(const HostMatrix& x, SoftmaxNumerics numerics) {
    Expected expected(x.rows, x.cols);
    for_each_row(x.rows, x.cols, [&](std::int64_t r) {
        const RowFacts facts = row_facts(x.row(r), x.cols);
        const bool all_nan = facts.poisoned || facts.maximum == -kInfinity;
        const auto sum = static_cast<double>(facts.sum);
        for (std::int64_t c = 0; c < x.cols; ++c) {
            if (all_nan) {
                expected.set(r, c, Wanted::nan);
                continue;
            }
            const double shift = x.at(r, c) - facts.maximum;
            const double value = std::exp(shift) / sum;
            // exp(-inf) is exactly 0, and so is its quotient: nothing is rounded.
            const double bound =
                shift == -kInfinity ? 0.0 : softmax_bound(value, -shift, facts.sum_error, numerics);
            expected.set(r, c, value, bound);
        }
    });
    return expected;
}

Expected row_sum_oracle(const HostMatrix& x, std::int64_t chain) {
    Expected expected(x.rows, 1);
    for_each_row(x.rows, x.cols, [&](std::int64_t r) {
        long double sum = 0.0L;
        long double magnitudes = 0.0L;
        for (std::int64_t c = 0; c < x.cols; ++c) {
            sum += x.at(r, c);
            magnitudes += std::abs(x.at(r, c));
        }
        if (std::isnan(sum)) {
            expected.set(r, 0, Wanted::nan);
        } else if (std::isinf(sum)) {
            expected.set(r, 0, static_cast<double>(sum), 0.0);
        } else {
            expected.set(r, 0, static_cast<double>(sum),
                         sum_bound(chain, static_cast<double>(magnitudes)));
        }
    });
    return expected;
}

Expected max_sum_oracle(const HostMatrix& x, SoftmaxNumerics numerics) {
    Expected expected(x.rows, 2);
    for_each_row(x.rows, x.cols, [&](std::int64_t r) {
        const RowFacts facts = row_facts(x.row(r), x.cols);
        if (facts.poisoned) {
            expected.set(r, 0, Wanted::anything);
            expected.set(r, 1, Wanted::nan);
        } else {
            const auto sum = static_cast<double>(facts.sum);
            // The maximum is one of the inputs: no rounding at all. Only a subnormal one may come
            // back as 0, because --use_fast_math flushes subnormal numbers to zero.
            const bool subnormal = std::abs(facts.maximum) < kSmallestNormal;
            expected.set(r, 0, facts.maximum, subnormal ? std::abs(facts.maximum) : 0.0);
            expected.set(r, 1, sum, exponential_sum_bound(sum, facts.sum_error, numerics));
        }
    });
    return expected;
}

}  // namespace workshop::checks
