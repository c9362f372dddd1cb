// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "function_graph.hpp"

#include <algorithm>
#include <cctype>
#include <istream>
#include <iterator>

namespace workshop::checks {

namespace {

struct Token {
    std::string text;  // an identifier, or one character
    std::size_t line = 0;
    bool is_name() const {
        return std::isalpha(static_cast<unsigned char>(text[0])) != 0 || text[0] == '_';
    }
};

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Walks over the text: comments, texts in quotes and lines of the preprocessor are left out.
class Tokens {
  public:
    explicit Tokens(std::string text) : text_(std::move(text)) {}

    std::vector<Token> read() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (begins("//") || (c == '#' && is_first_)) {
                skip_until("\n", 0);
            } else if (begins("/*")) {
                skip_until("*/", 2);
            } else if (c == '"' || c == '\'') {
                skip_quoted(c);
            } else if (is_word(c)) {
                word();
            } else {
                if (c == '\n') is_first_ = true;
                if (std::isspace(static_cast<unsigned char>(c)) == 0) {
                    tokens_.push_back({std::string(1, c), line_});
                    is_first_ = false;
                }
                step();
            }
        }
        return std::move(tokens_);
    }

  private:
    bool begins(const std::string& with) const {
        return text_.compare(at_, with.size(), with) == 0;
    }
    void step() { line_ += text_[at_++] == '\n' ? 1 : 0; }
    void skip_until(const std::string& end, std::size_t past) {
        while (at_ < text_.size() && !begins(end))
            step();
        at_ = std::min(at_ + past, text_.size());
    }
    void skip_quoted(char quote) {
        for (step(); at_ < text_.size() && text_[at_] != quote; step()) {
            if (text_[at_] == '\\' && at_ + 1 < text_.size()) step();
        }
        if (at_ < text_.size()) step();
    }
    /// A name or a number; 1'000'000 has quotes that begin no text.
    void word() {
        const std::size_t begin = at_;
        const bool is_number = std::isdigit(static_cast<unsigned char>(text_[at_])) != 0;
        while (at_ < text_.size() && (is_word(text_[at_]) || (is_number && text_[at_] == '\'')))
            ++at_;
        tokens_.push_back({text_.substr(begin, at_ - begin), line_});
        is_first_ = false;
    }

    std::string text_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    bool is_first_ = true;  // nothing but blanks before, in this line
};

/// The name before the first parenthesis of a declaration: "f" of "__global__ void f(int n)".
/// Empty for a namespace, a struct, or a list of values.
std::string declared_name(const std::vector<Token>& tokens, std::size_t begin, std::size_t end) {
    static const std::set<std::string> no_function{"=",     "namespace", "if",   "for",
                                                   "while", "switch",    "catch"};
    static const std::set<std::string> attributes{"__launch_bounds__", "__align__", "alignas"};
    for (std::size_t i = begin; i < end; ++i) {
        const std::string& text = tokens[i].text;
        // The parameters of a template may have values.
        if (text == "template") {
            while (i < end && tokens[i].text != ">")
                ++i;
            continue;
        }
        if (no_function.count(text) > 0) return {};
        if (text != "(" || i == begin || !tokens[i - 1].is_name()) continue;
        if (attributes.count(tokens[i - 1].text) == 0) return tokens[i - 1].text;
    }
    return {};
}

/// @return the token behind the brace that closes the one at `open`
std::size_t behind_braces(const std::vector<Token>& tokens, std::size_t open) {
    int depth = 0;
    std::size_t i = open;
    for (; i < tokens.size(); ++i) {
        if (tokens[i].text == "{") ++depth;
        if (tokens[i].text == "}" && --depth == 0) return i + 1;
    }
    return i;
}

}  // namespace

FunctionGraph::FunctionGraph(std::istream& source) {
    const std::string text{std::istreambuf_iterator<char>(source), {}};
    const std::vector<Token> tokens = Tokens(text).read();
    std::map<std::string, std::set<std::string>> names;
    std::size_t begin = 0;  // of the declaration
    for (std::size_t i = 0; i < tokens.size();) {
        const std::string& token = tokens[i].text;
        if (token == "{") {
            if (const std::string name = declared_name(tokens, begin, i); !name.empty()) {
                const std::size_t behind = behind_braces(tokens, i);
                bodies_.push_back({name, tokens[begin].line, tokens[behind - 1].line});
                for (; i < behind; ++i) {
                    if (tokens[i].is_name()) names[name].insert(tokens[i].text);
                }
                begin = behind;
                continue;
            }
        }
        ++i;
        if (token == "{" || token == "}" || token == ";") begin = i;
    }
    for (const Body& body : bodies_)
        uses_[body.name] = {};
    for (const auto& [function, used] : names) {
        for (const std::string& name : used) {
            if (uses_.count(name) > 0) uses_[function].insert(name);
        }
    }
}

void FunctionGraph::add_uses_of(const std::string& function, const FunctionGraph& other) {
    const auto ours = uses_.find(function);
    const auto theirs = other.uses_.find(function);
    if (ours == uses_.end() || theirs == other.uses_.end()) return;
    for (const std::string& name : theirs->second) {
        if (defines(name)) ours->second.insert(name);
    }
}

std::set<std::string> FunctionGraph::functions() const {
    std::set<std::string> names;
    for (const auto& [name, used] : uses_)
        names.insert(name);
    return names;
}

std::set<std::string> FunctionGraph::used_by(const std::string& name) const {
    std::set<std::string> all;
    std::vector<std::string> left;
    if (defines(name)) left.push_back(name);
    while (!left.empty()) {
        const std::string next = left.back();
        left.pop_back();
        if (!all.insert(next).second) continue;
        const std::set<std::string>& used = uses_.at(next);
        left.insert(left.end(), used.begin(), used.end());
    }
    return all;
}

std::string FunctionGraph::function_at(std::size_t line) const {
    for (const Body& body : bodies_) {
        if (line >= body.first && line <= body.last) return body.name;
    }
    return {};
}

}  // namespace workshop::checks
