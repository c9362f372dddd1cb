// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Shows in words and bars which tokens a token attends to.

#include <iosfwd>
#include <string>
#include <vector>

#include "workshop/attention_scores.hpp"

namespace workshop::demo {

/// @brief One place worth looking at: a token of a sentence and a head of the model.
struct Scene {
    std::string data;          ///< name of the scores
    std::size_t sequence = 0;  ///< number of the sentence
    std::string head;          ///< "layer.head"
    std::string token;         ///< the token that looks; its last occurrence is meant
    std::string remark;        ///< what there is to see
};

/// @brief The scenes that the demo shows.
const std::vector<Scene>& scenes();

/// @brief Prints the sentence and the tokens with the largest weights, with bars.
/// @param[in] out     where to
/// @param[in] scene   what to show
/// @param[in] scores  the file that the scene names
/// @param[in] weights softmax of the scores, as a kernel computed it
/// @throws std::runtime_error when the file has no such sequence, head or token
void show_scene(std::ostream& out, const Scene& scene, const AttentionScores& scores,
                const std::vector<float>& weights);

}  // namespace workshop::demo
