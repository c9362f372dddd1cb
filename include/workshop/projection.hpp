// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Reader of the real weights and activations in `data/`: what the attention scores of one
///        head are made from. Host code, C++20. The file format is described in data/README.md.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace workshop {

/// @brief The input of one layer, and the weights of the queries and keys of one of its heads. All
///        matrices are row-major without gaps.
struct Projection {
    std::string head;               ///< "layer.head", both counted from 0
    std::int64_t positions = 0;     ///< tokens of the text
    std::int64_t width = 0;         ///< numbers that the layer has for each token
    std::int64_t head_width = 0;    ///< numbers that the head has for each token
    std::vector<float> input;       ///< [positions][width]
    std::vector<float> query;       ///< weights, [width][head_width]
    std::vector<float> query_bias;  ///< [head_width]
    std::vector<float> key;         ///< weights, [width][head_width]
    std::vector<float> key_bias;    ///< [head_width]
};

/// @brief Reads `causal.projection` of the workshop's `data/` folder.
/// @throws std::runtime_error with the file's path and the cause: the file cannot be opened, is of
///         another format, has a bad header, or is shorter or longer than its header says
Projection load_projection();

/// @brief Reads one file. @throws as load_projection() without a file
Projection load_projection(const std::filesystem::path& file);

}  // namespace workshop
