// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "gemm_oracle.hpp"

#include <cmath>

#include "bounds.hpp"

namespace workshop::checks {

namespace {

/// Sums of one row of C.
struct RowSums {
    std::vector<double> sums;
    std::vector<double> squares;  ///< of the products
};

RowSums sums_of_row(const GemmData& data, std::int64_t row) {
    const auto n = static_cast<std::size_t>(data.b.cols);
    RowSums row_sums{std::vector<double>(n), std::vector<double>(n)};
    for (std::int64_t k = 0; k < data.a.cols; ++k) {
        const double a = data.a.at(row, k);
        const float* b = data.b.row(k);
        for (std::size_t j = 0; j < n; ++j) {
            const double product = a * b[j];
            row_sums.sums[j] += product;
            row_sums.squares[j] += product * product;
        }
    }
    return row_sums;
}

}  // namespace

double gemm_bound(std::int64_t k, double sum, double sum_of_squares, double alpha,
                  double beta_times_c) {
    const double spread = std::sqrt(static_cast<double>(k) * (sum_of_squares + sum * sum) / 3.0);
    const double roundings =
        6.0 * std::abs(alpha) * spread + 2.0 * (std::abs(alpha * sum) + std::abs(beta_times_c));
    // A product or a sum below the smallest normal number may be flushed to 0.
    const double flushed = static_cast<double>(k + 2) * (std::abs(alpha) + 1.0) * kSmallestNormal;
    return kUnitRoundoff * roundings + flushed;
}

GemmResult gemm_oracle(const GemmData& data, float alpha, float beta) {
    const std::int64_t m = data.a.rows;
    const std::int64_t n = data.b.cols;
    const std::int64_t k = alpha == 0.0F ? 0 : data.a.cols;
    GemmResult result{Expected(m, n), std::vector<double>(static_cast<std::size_t>(m * n))};
    for (std::int64_t i = 0; i < m; ++i) {
        RowSums row;
        if (k > 0) row = sums_of_row(data, i);
        for (std::int64_t j = 0; j < n; ++j) {
            const auto column = static_cast<std::size_t>(j);
            const double sum = k > 0 ? row.sums[column] : 0.0;
            const double squares = k > 0 ? row.squares[column] : 0.0;
            const double old = beta == 0.0F ? 0.0 : double{beta} * data.c.at(i, j);
            const double value = (k > 0 ? alpha * sum : 0.0) + old;
            result.sums[static_cast<std::size_t>(i * n + j)] = sum;
            if (std::isnan(value)) {
                result.expected.set(i, j, Wanted::nan);
            } else if (std::isinf(value)) {
                result.expected.set(i, j, value, 0.0);
            } else {
                result.expected.set(i, j, value,
                                    gemm_bound(k, sum, squares, k > 0 ? double{alpha} : 0.0, old));
            }
        }
    }
    return result;
}

}  // namespace workshop::checks
