// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "real_products.hpp"

#include <algorithm>
#include <cmath>

namespace workshop::checks {

namespace {

HostMatrix transposed(const HostMatrix& from) {
    HostMatrix result(from.cols, from.rows, from.contents);
    for (std::int64_t r = 0; r < from.rows; ++r) {
        for (std::int64_t c = 0; c < from.cols; ++c)
            result.at(c, r) = from.at(r, c);
    }
    return result;
}

/// The bias in every row.
HostMatrix repeated(std::int64_t rows, const std::vector<float>& bias) {
    HostMatrix result(rows, static_cast<std::int64_t>(bias.size()), "a bias");
    for (std::int64_t r = 0; r < rows; ++r)
        std::copy(bias.begin(), bias.end(), result.row(r));
    return result;
}

}  // namespace

HostMatrix real_matrix(std::int64_t rows, std::int64_t cols, const std::vector<float>& values) {
    HostMatrix result(rows, cols, "weights and activations of a transformer");
    result.values = values;
    return result;
}

GemmData query_product(const Projection& real) {
    return {real_matrix(real.positions, real.width, real.input),
            real_matrix(real.width, real.head_width, real.query),
            repeated(real.positions, real.query_bias)};
}

GemmData key_product(const Projection& real) {
    return {transposed(real_matrix(real.width, real.head_width, real.key)),
            transposed(real_matrix(real.positions, real.width, real.input)),
            transposed(repeated(real.positions, real.key_bias))};
}

GemmData score_product(const HostMatrix& query, const HostMatrix& keys) {
    return {query, keys, HostMatrix(query.rows, keys.cols, "nothing")};
}

float score_scale(const Projection& real) {
    return static_cast<float>(1.0 / std::sqrt(static_cast<double>(real.head_width)));
}

double worst_score_difference(const HostMatrix& scores, const AttentionScores& wanted,
                              std::size_t head) {
    double worst = 0.0;
    for (std::int64_t i = 0; i < scores.rows; ++i) {
        const std::int64_t row = wanted.row(0, head, static_cast<std::size_t>(i));
        for (std::int64_t j = 0; j <= i; ++j) {
            const float theirs = wanted.scores[static_cast<std::size_t>(row * wanted.cols + j)];
            const double difference = std::abs(double{scores.at(i, j)} - theirs);
            // Once NaN, always NaN.
            if (!std::isnan(worst) && !(difference <= worst)) worst = difference;
        }
    }
    return worst;
}

}  // namespace workshop::checks
