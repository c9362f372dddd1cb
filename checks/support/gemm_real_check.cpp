// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include "gemm_checks.hpp"
#include "guarded_matrix.hpp"
#include "launch.hpp"
#include "real_products.hpp"
#include "workshop/attention_scores.hpp"
#include "workshop/projection.hpp"

namespace workshop::checks {

namespace {

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
    *result = real_matrix(data.a.rows, data.b.cols, output);
    return true;
}

/// Queries, keys and scores of one head, three products one after the other. The last result is
/// compared with the scores of the same head in data/causal.scores, which come from a computation
/// in double that knows nothing of this one.
void real_attention(const GemmFunction& function) {
    const Projection real = load_projection();
    const std::int64_t n = real.positions;
    HostMatrix query;
    HostMatrix key;
    HostMatrix scores;
    if (!multiply(function, query_product(real), 1.0F, 1.0F, "queries: input * weights + bias",
                  &query)) {
        return;
    }
    if (!multiply(function, key_product(real), 1.0F, 1.0F, "keys, transposed", &key)) return;
    if (!multiply(function, score_product(query, key), score_scale(real), 0.0F,
                  "scores: queries * keys", &scores)) {
        return;
    }

    for (const std::filesystem::path& file : attention_score_files()) {
        const AttentionScores wanted = load_attention_scores(file);
        const auto head = std::find(wanted.heads.begin(), wanted.heads.end(), real.head);
        if (wanted.name != "causal" || head == wanted.heads.end() || wanted.cols != n) continue;
        const double worst = worst_score_difference(
            scores, wanted, static_cast<std::size_t>(head - wanted.heads.begin()));
        if (worst <= kMostScoreDifference) return;
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
