// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "gemm_checks.hpp"
#include "gemm_oracle.hpp"
#include "guarded_matrix.hpp"
#include "launch.hpp"
#include "workshop/attention_scores.hpp"
#include "workshop/projection.hpp"

namespace workshop::checks {

namespace {

HostMatrix matrix(std::int64_t rows, std::int64_t cols, const std::vector<float>& values) {
    HostMatrix result(rows, cols, "weights and activations of a transformer");
    result.values = values;
    return result;
}

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

/// Checks one product of real data, and keeps what the kernel computed of it.
bool multiply(const GemmFunction& function, const GemmData& data, float alpha, float beta,
              const std::string& what, HostMatrix* result) {
    GemmPlan plan;
    plan.shape = {data.a.rows, data.b.cols, data.a.cols};
    plan.alpha = alpha;
    plan.beta = beta;
    plan.data = [&](const GemmShape&, std::uint64_t) { return data; };
    plan.note = what;
    std::vector<float> output;
    plan.first_output = &output;
    if (!check_gemm(function, plan)) return false;
    *result = matrix(data.a.rows, data.b.cols, output);
    return true;
}

/// The largest difference to the scores that the model itself gives; those behind the causal mask
/// are -inf there and not compared.
double worst_difference(const HostMatrix& scores, const AttentionScores& wanted, std::size_t head) {
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

/// Queries, keys and scores of one head, three products one after the other. The last result is
/// compared with the scores of the same head in data/causal.scores, which come from a computation
/// in double that knows nothing of this one.
void real_attention(const GemmFunction& function) {
    const Projection real = load_projection();
    const std::int64_t n = real.positions;
    const HostMatrix input = matrix(n, real.width, real.input);
    const HostMatrix query_weights = matrix(real.width, real.head_width, real.query);
    const HostMatrix key_weights = matrix(real.width, real.head_width, real.key);
    HostMatrix query;
    HostMatrix key;
    HostMatrix scores;
    const GemmData for_query{input, query_weights, repeated(n, real.query_bias)};
    if (!multiply(function, for_query, 1.0F, 1.0F, "queries: input * weights + bias", &query)) {
        return;
    }
    const GemmData for_key{transposed(key_weights), transposed(input),
                           transposed(repeated(n, real.key_bias))};
    if (!multiply(function, for_key, 1.0F, 1.0F, "keys, transposed", &key)) return;
    const auto scale = static_cast<float>(1.0 / std::sqrt(static_cast<double>(real.head_width)));
    const GemmData for_scores{query, key, HostMatrix(n, n, "nothing")};
    if (!multiply(function, for_scores, scale, 0.0F, "scores: queries * keys", &scores)) return;

    for (const std::filesystem::path& file : attention_score_files()) {
        const AttentionScores wanted = load_attention_scores(file);
        const auto head = std::find(wanted.heads.begin(), wanted.heads.end(), real.head);
        if (wanted.name != "causal" || head == wanted.heads.end() || wanted.cols != n) continue;
        const double worst =
            worst_difference(scores, wanted, static_cast<std::size_t>(head - wanted.heads.begin()));
        // Scores reach 40. Three float32 products of sums that long are off by a few 1e-5.
        if (worst <= 1e-4) return;
        fail(function.name + " on weights and activations of a transformer:\nThe scores of head " +
             real.head + " differ from those in data/causal.scores by up to " +
             std::to_string(worst) + '.');
        return;
    }
    throw std::runtime_error("data/causal.scores has no head " + real.head);
}

}  // namespace

CheckList gemm_real_checks(const GemmFunction& function) {
    return {{"RealWeights", [=] {
                 try {
                     real_attention(function);
                 } catch (const DeviceError&) {
                     throw;
                 } catch (const std::runtime_error& error) {
                     fail(std::string("The real input cannot be read. ") + error.what() +
                          "\nlikely cause: The data folder of the repository is incomplete: git "
                          "status shows it.");
                 }
             }}};
}

}  // namespace workshop::checks
