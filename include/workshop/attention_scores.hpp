// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Reader of the real input in `data/`: attention scores of a transformer on real sentences.
///        Host code, C++20. The file format is described in data/README.md.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace workshop {

/// @brief Which scores are -inf, and so must not be seen by the softmax.
enum class AttentionMask {
    padding,       ///< short sequences are filled up at the end: rows end in -inf
    causal,        ///< a token sees itself and what came before: -inf after the diagonal
    left_padding,  ///< filled up at the front, and causal: rows start and end in -inf, and the
                   ///< rows of the padding are -inf from end to end
};

/// @brief The scores of one file: a row-major matrix, one row for each query token, one column for
///        each key token. Row order: sequence, then head, then position in the sequence.
struct AttentionScores {
    std::string name;                              ///< file name without folder and ending
    AttentionMask mask = AttentionMask::padding;   ///< which scores are -inf
    std::vector<std::vector<std::string>> tokens;  ///< [sequence][position]; padding is "[PAD]"
    std::vector<std::string> heads;                ///< "layer.head", both counted from 0
    std::int64_t rows = 0;                         ///< sequences * heads * positions
    std::int64_t cols = 0;                         ///< positions of a sequence; the row stride too
    std::vector<float> scores;                     ///< rows * cols values

    /// @brief Row number of a query token. @param[in] sequence, head, position counted from 0
    std::int64_t row(std::size_t sequence, std::size_t head, std::size_t position) const;

    /// @brief Number of the sequence that a row belongs to: the index into `tokens`.
    std::size_t sequence_of(std::int64_t row) const;

    /// @brief What the mask says, from its definition and the tokens alone: true when the score at
    ///        this place must be -inf, false when it must be finite.
    bool is_masked(std::int64_t row, std::int64_t col) const;
};

/// @brief Reads one file of attention scores.
/// @param[in] file path of a `.scores` file
/// @return the scores; sizes, header and length of the file agree with each other
/// @throws std::runtime_error with the file's path and the cause: the file cannot be opened, is of
///         another format, has a bad header, or is shorter or longer than its header says
AttentionScores load_attention_scores(const std::filesystem::path& file);

/// @brief The `.scores` files of the workshop's `data/` folder, sorted by name.
/// @throws std::runtime_error when the folder is missing or has none, when a file that its list
///         `SHA256SUMS` names is missing, or when there is no such list
std::vector<std::filesystem::path> attention_score_files();

/// @brief The `.scores` files of a folder, sorted by name.
/// @throws std::runtime_error when the folder is missing or has none, or when the folder has a list
///         `SHA256SUMS` and a file that it names is missing
std::vector<std::filesystem::path> attention_score_files(const std::filesystem::path& folder);

}  // namespace workshop
