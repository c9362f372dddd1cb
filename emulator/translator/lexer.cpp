// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "lexer.hpp"

#include <cctype>

namespace workshop::translator {
namespace {

bool begins_identifier(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' ||
           static_cast<unsigned char>(c) >= 0x80;
}
bool in_identifier(char c) {
    return begins_identifier(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_literal_prefix(std::string_view word) {
    for (const char* prefix : {"L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R"}) {
        if (word == prefix) return true;
    }
    return false;
}

class Lexer {
  public:
    explicit Lexer(std::string_view source) : source_(source) {}

    std::vector<Token> run() {
        while (skip_space(), !at_end()) {
            if (peek() == '#' && line_is_empty_) begin_directive();
            line_is_empty_ = false;
            next_token();
        }
        return std::move(tokens_);
    }

  private:
    bool at_end() const { return place_ >= source_.size(); }
    char peek(std::size_t ahead = 0) const {
        return place_ + ahead < source_.size() ? source_[place_ + ahead] : '\0';
    }
    bool follows(std::string_view text) const {
        return source_.substr(place_, text.size()) == text;
    }

    void advance(std::size_t count = 1) {
        for (; count > 0 && !at_end(); --count, ++place_) {
            if (source_[place_] == '\n') {
                ++line_;
                line_begin_ = place_ + 1;
            }
        }
    }

    int column(std::size_t place) const { return static_cast<int>(place - line_begin_) + 1; }

    /// Length of a backslash that joins two lines, with the line end; 0 when there is none here.
    std::size_t splice() const {
        if (follows("\\\n")) return 2;
        return follows("\\\r\n") ? 3 : 0;
    }

    void skip_space() {
        while (!at_end()) {
            if (const std::size_t length = splice()) {
                advance(length);
            } else if (peek() == '\n') {
                advance();
                line_is_empty_ = true;
                directive_ = 0;
            } else if (std::isspace(static_cast<unsigned char>(peek())) != 0) {
                advance();
            } else if (follows("//")) {
                while (!at_end() && peek() != '\n')
                    advance(splice() != 0 ? splice() : 1);
            } else if (follows("/*")) {
                skip_block_comment();
            } else {
                return;
            }
        }
    }

    void skip_block_comment() {
        const int line = line_;
        const int begin = column(place_);
        const std::size_t end = source_.find("*/", place_ + 2);
        if (end == std::string_view::npos) {
            throw SourceError(line, begin, "this comment has no end");
        }
        advance(end + 2 - place_);
    }

    void begin_directive() {
        directive_ = ++directives_;
        // What is switched off by #if 0 need not even be made of tokens.
        std::size_t place = place_ + 1;
        const auto skip_blanks = [&] {
            while (place < source_.size() && (source_[place] == ' ' || source_[place] == '\t'))
                ++place;
        };
        skip_blanks();
        if (source_.substr(place, 2) != "if") return;
        place += 2;
        skip_blanks();
        const bool zero = source_.substr(place, 1) == "0" &&
                          (place + 1 >= source_.size() || !in_identifier(source_[place + 1]));
        if (zero) skip_disabled_lines();
    }

    /// Goes to the #else, #elif or #endif that ends an #if 0.
    void skip_disabled_lines() {
        int depth = 0;
        do {
            const std::size_t end = source_.find('\n', place_);
            if (end == std::string_view::npos) {
                advance(source_.size() - place_);
                return;
            }
            advance(end + 1 - place_);
            const std::string_view word = directive_word();
            if (word.substr(0, 2) == "if") ++depth;
            if (depth == 0 && (word.substr(0, 2) == "el" || word == "endif")) break;
            if (word == "endif") --depth;
        } while (!at_end());
        while (!at_end() && peek() != '#')
            advance();
    }

    /// The word after # when a directive begins here.
    std::string_view directive_word() const {
        std::size_t place = source_.find_first_not_of(" \t", place_);
        if (place == std::string_view::npos || source_[place] != '#') return {};
        place = source_.find_first_not_of(" \t", place + 1);
        if (place == std::string_view::npos) return {};
        std::size_t end = place;
        while (end < source_.size() && in_identifier(source_[end]))
            ++end;
        return source_.substr(place, end - place);
    }

    void next_token() {
        const std::size_t begin = place_;
        const int line = line_;
        const int first_column = column(begin);
        TokenKind kind = TokenKind::punctuator;
        if (begins_identifier(peek())) {
            kind = TokenKind::identifier;
            while (in_identifier(peek()))
                advance();
            const std::string_view word = source_.substr(begin, place_ - begin);
            if ((peek() == '"' || peek() == '\'') && is_literal_prefix(word)) {
                kind = peek() == '"' ? TokenKind::string : TokenKind::character;
                if (word.back() == 'R') {
                    skip_raw_string(line, first_column);
                } else {
                    skip_quoted(peek());
                }
            }
        } else if (std::isdigit(static_cast<unsigned char>(peek())) != 0 ||
                   (peek() == '.' && std::isdigit(static_cast<unsigned char>(peek(1))) != 0)) {
            kind = TokenKind::number;
            skip_number();
        } else if (peek() == '"' || peek() == '\'') {
            kind = peek() == '"' ? TokenKind::string : TokenKind::character;
            skip_quoted(peek());
        } else {
            advance(punctuator_length());
        }
        tokens_.push_back(
            {kind, source_.substr(begin, place_ - begin), begin, line, first_column, directive_});
    }

    std::size_t punctuator_length() const {
        for (const char* text : {"<<<", ">>>"}) {
            if (follows(text)) return 3;
        }
        for (const char* text : {"::", "->", "&&", "||", "<<", "##"}) {
            if (follows(text)) return 2;
        }
        return 1;
    }

    void skip_number() {
        while (in_identifier(peek()) || peek() == '.' ||
               (peek() == '\'' && in_identifier(peek(1))) ||
               ((peek() == '+' || peek() == '-') &&
                std::string_view("eEpP").find(source_[place_ - 1]) != std::string_view::npos)) {
            advance();
        }
    }

    /// A literal without its end stops at the line end: the compiler will say so.
    void skip_quoted(char quote) {
        advance();
        while (!at_end() && peek() != quote && peek() != '\n') {
            if (const std::size_t length = splice()) {
                advance(length);
            } else {
                advance(peek() == '\\' ? 2 : 1);
            }
        }
        if (peek() == quote) advance();
    }

    void skip_raw_string(int line, int first_column) {
        const std::size_t open = source_.find('(', place_);
        std::size_t end = std::string_view::npos;
        std::string close;
        if (open != std::string_view::npos) {
            close = ")" + std::string(source_.substr(place_ + 1, open - place_ - 1)) + "\"";
            end = source_.find(close, open);
        }
        if (end == std::string_view::npos) {
            throw SourceError(line, first_column, "this raw string has no end");
        }
        advance(end + close.size() - place_);
    }

    std::string_view source_;
    std::vector<Token> tokens_;
    std::size_t place_ = 0;
    std::size_t line_begin_ = 0;
    int line_ = 1;
    int directive_ = 0;
    int directives_ = 0;
    bool line_is_empty_ = true;
};

}  // namespace

std::vector<Token> tokenize(std::string_view source) {
    return Lexer(source).run();
}

}  // namespace workshop::translator
