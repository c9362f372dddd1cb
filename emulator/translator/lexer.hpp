// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Splits a CUDA C++ source into tokens. Comments are no tokens; strings, raw strings and
///        character literals are one token each; lines of the preprocessor are marked.

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace workshop::translator {

enum class TokenKind { identifier, number, string, character, punctuator };

struct Token {
    TokenKind kind;
    std::string_view text;
    std::size_t begin;  ///< offset of the first character
    int line;           ///< from 1
    int column;         ///< from 1, in characters
    int directive;      ///< 0: ordinary code; else the number of the preprocessor line it is in
    std::size_t end() const { return begin + text.size(); }
    bool is(std::string_view other) const { return text == other; }
};

/// @brief Something in the source that cannot be translated.
struct SourceError : std::runtime_error {
    SourceError(int line_, int column_, const std::string& message)
        : std::runtime_error(message), line(line_), column(column_) {}
    int line;
    int column;
    std::string path;  ///< of an included file; empty: the source itself
};

/// @brief All tokens of a source. Text in `#if 0` is left out.
/// @throws SourceError for a comment or a raw string without an end
std::vector<Token> tokenize(std::string_view source);

}  // namespace workshop::translator
