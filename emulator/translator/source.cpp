// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "source.hpp"

#include <algorithm>

namespace workshop::translator {

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '\\' || c == '"') result += '\\';
        result += c;
    }
    return result;
}

Source::Source(std::string path, std::string_view text)
    : path_(std::move(path)), text_(text), tokens_(tokenize(text)) {
    partner_.assign(tokens_.size(), -1);
    depth_.assign(tokens_.size(), 0);
    std::vector<int> open;
    int directive = 0;
    std::vector<int> outside;  // brackets open in the code around a preprocessor line
    for (int i = 0; i < size(); ++i) {
        const Token& token = tokens_[static_cast<std::size_t>(i)];
        if (token.directive != directive) {
            if (directive == 0) outside = open;
            open = token.directive == 0 ? outside : std::vector<int>();
            directive = token.directive;
        }
        const bool closes = token.is(")") || token.is("]") || token.is("}");
        if (closes && !open.empty()) {
            partner_[static_cast<std::size_t>(i)] = open.back();
            partner_[static_cast<std::size_t>(open.back())] = i;
            open.pop_back();
        }
        // A function body inside parentheses (a lambda) is code like any other.
        int depth = 0;
        for (auto at = open.rbegin(); at != open.rend(); ++at) {
            if (tokens_[static_cast<std::size_t>(*at)].is("{")) break;
            ++depth;
        }
        depth_[static_cast<std::size_t>(i)] = depth;
        if (token.is("(") || token.is("[") || token.is("{")) open.push_back(i);
    }
}

bool Source::is(int i, std::string_view text, int like) const {
    if (i < 0 || i >= size()) return false;
    const Token& token = tokens_[static_cast<std::size_t>(i)];
    return token.is(text) && token.directive == tokens_[static_cast<std::size_t>(like)].directive;
}

std::string_view Source::slice(int first, int last) const {
    if (last < first) return {};
    const std::size_t begin = tokens_[static_cast<std::size_t>(first)].begin;
    return text_.substr(begin, tokens_[static_cast<std::size_t>(last)].end() - begin);
}

std::string Source::joined(int first, int last) const {
    std::string result;
    for (int i = first; i <= last; ++i) {
        const Token& token = tokens_[static_cast<std::size_t>(i)];
        const bool space_before =
            i > first && token.begin != tokens_[static_cast<std::size_t>(i - 1)].end();
        if (space_before) result += ' ';
        result += token.text;
    }
    return result;
}

void Source::replace(std::size_t begin, std::size_t end, std::string text) {
    edits_.push_back({begin, end, std::move(text)});
}

void Source::replace_when_translated(std::size_t begin, std::size_t end, std::string text) {
    more_edits_.push_back({begin, end, std::move(text)});
}

void Source::blank(int first, int last) {
    const std::size_t begin = tokens_[static_cast<std::size_t>(first)].begin;
    const std::size_t end = tokens_[static_cast<std::size_t>(last)].end();
    std::string spaces(text_.substr(begin, end - begin));
    for (char& c : spaces) {
        if (c != '\n' && c != '\t' && c != '\\') c = ' ';
    }
    replace(begin, end, spaces);
}

std::string Source::line_ends(std::size_t begin, std::size_t end, bool in_directive) const {
    std::string result;
    const auto count = std::count(text_.begin() + static_cast<std::ptrdiff_t>(begin),
                                  text_.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    for (std::ptrdiff_t i = 0; i < count; ++i)
        result += in_directive ? "\\\n" : "\n";
    return result;
}

std::string Source::line_directive(const Token& token) const {
    std::string result = "\n#line " + std::to_string(token.line) + " \"" + escaped(path_) + "\"\n";
    // Tabs stay tabs: compilers count them in their own ways.
    const std::size_t line_begin = token.begin - static_cast<std::size_t>(token.column - 1);
    for (std::size_t i = line_begin; i < token.begin; ++i)
        result += text_[i] == '\t' ? '\t' : ' ';
    return result;
}

std::string Source::translated() const {
    std::vector<Edit> edits = edits_;
    if (is_changed()) edits.insert(edits.end(), more_edits_.begin(), more_edits_.end());
    std::stable_sort(edits.begin(), edits.end(),
                     [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
    std::string result = "#line 1 \"" + escaped(path_) + "\"\n";
    std::size_t place = 0;
    for (const Edit& edit : edits) {
        if (edit.begin < place) continue;  // inside one that was made already
        result += text_.substr(place, edit.begin - place);
        result += edit.text;
        place = edit.end;
    }
    result += text_.substr(place);
    return result;
}

}  // namespace workshop::translator
