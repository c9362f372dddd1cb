// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The source that is translated, its tokens, and the pieces of it that are replaced.

#include <string>
#include <string_view>
#include <vector>

#include "lexer.hpp"

namespace workshop::translator {

/// @brief Replaces the characters from begin to end.
struct Edit {
    std::size_t begin;
    std::size_t end;
    std::string text;
};

class Source {
  public:
    /// @param[in] path for #line directives and messages
    /// @param[in] text the source; must outlive the object
    Source(std::string path, std::string_view text);

    const std::string& path() const { return path_; }
    const std::vector<Token>& tokens() const { return tokens_; }
    int size() const { return static_cast<int>(tokens_.size()); }

    /// @brief Whether token i exists, belongs to the same code or preprocessor line as token
    ///        `like`, and is `text`.
    bool is(int i, std::string_view text, int like) const;

    /// @brief The token that closes the bracket at i, or -1.
    int closing(int i) const { return partner_[static_cast<std::size_t>(i)]; }
    /// @brief The token that opens the bracket closed at i, or -1.
    int opening(int i) const { return partner_[static_cast<std::size_t>(i)]; }
    /// @brief How many ( and [ are open around token i.
    int depth(int i) const { return depth_[static_cast<std::size_t>(i)]; }

    /// @brief The characters of tokens first to last, as written.
    std::string_view slice(int first, int last) const;
    /// @brief Tokens first to last on one line, without comments.
    std::string joined(int first, int last) const;

    void replace(std::size_t begin, std::size_t end, std::string text);
    /// @brief A replacement that is only made when there are others.
    void replace_when_translated(std::size_t begin, std::size_t end, std::string text);
    /// @brief Whether anything is replaced.
    bool is_changed() const { return !edits_.empty(); }
    /// @brief Replaces tokens by spaces, so that what follows keeps its column.
    void blank(int first, int last);

    /// @brief What takes the place of the line ends in [begin, end), so that later lines keep their
    ///        numbers.
    std::string line_ends(std::size_t begin, std::size_t end, bool in_directive) const;

    /// @brief `#line` for a token, and spaces up to its column.
    std::string line_directive(const Token& token) const;

    /// @brief The source with every replacement made.
    std::string translated() const;

  private:
    std::string path_;
    std::string_view text_;
    std::vector<Token> tokens_;
    std::vector<int> partner_;
    std::vector<int> depth_;
    std::vector<Edit> edits_;
    std::vector<Edit> more_edits_;  ///< made when there are others
};

/// @brief As the inside of a string literal.
std::string escaped(std::string_view text);

}  // namespace workshop::translator
