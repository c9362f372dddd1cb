// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "launch.hpp"
#include "softmax_suite.hpp"
#include "workshop/attention_scores.hpp"

namespace workshop::checks {

namespace {

/// The scores as one matrix; with the second seed the rows come in reverse order.
InputMaker scores_maker(const AttentionScores& scores) {
    return [&scores](std::uint64_t seed) {
        HostMatrix matrix(scores.rows, scores.cols,
                          "attention scores of a transformer (" + scores.name + ")");
        for (std::int64_t r = 0; r < scores.rows; ++r) {
            const std::int64_t from = seed == 1 ? r : scores.rows - 1 - r;
            const auto begin = scores.scores.begin() + from * scores.cols;
            std::copy(begin, begin + scores.cols, matrix.row(r));
        }
        return matrix;
    };
}

/// @return empty after reporting why, when the data cannot be read
std::vector<AttentionScores> load_all_scores() {
    std::vector<AttentionScores> all;
    try {
        for (const std::filesystem::path& file : attention_score_files()) {
            all.push_back(load_attention_scores(file));
        }
    } catch (const std::runtime_error& error) {
        fail(std::string("The real input cannot be read. ") + error.what() +
             "\nlikely cause: The data folder of the repository is incomplete: git status shows "
             "it.");
        all.clear();
    }
    return all;
}

void real_attention_scores(const FunctionUnderTest& function) {
    for (const AttentionScores& scores : load_all_scores()) {
        LaunchPlan plan;
        plan.input = scores_maker(scores);
        plan.threads_per_block = 32;
        if (!check_launch(function, plan)) return;
    }
}

}  // namespace

CheckList attention_checks(const FunctionUnderTest& function) {
    return {{"RealAttentionScores", [=] { real_attention_scores(function); }}};
}

}  // namespace workshop::checks
