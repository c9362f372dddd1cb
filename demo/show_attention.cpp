// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "show_attention.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <numeric>
#include <ostream>
#include <stdexcept>

namespace workshop::demo {
namespace {

constexpr std::size_t kShown = 4;       // tokens with a bar
constexpr double kBarWidth = 50;        // characters of a bar of 100 %
constexpr std::size_t kLineWidth = 86;  // characters of a sentence in one line

/// A block where the terminal speaks UTF-8, else a character that every terminal has.
std::string bar_character() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char* value = std::getenv(name);
        if (value == nullptr || *value == '\0') continue;
        const std::string text = value;
        const bool utf8 =
            text.find("UTF-8") != std::string::npos || text.find("utf8") != std::string::npos;
        return utf8 ? "\u2588" : "#";
    }
    return "#";
}

std::string bar(double weight) {
    static const std::string character = bar_character();
    std::string text;
    const long length = std::lround(weight * kBarWidth);
    for (long i = 0; i < length; ++i)
        text += character;
    return text;
}

bool is_special(const std::string& token) {
    return token.front() == '[' && token.size() > 1;
}

/// The tokens as a sentence, the looking token in angle brackets, cut where it gets long.
std::string sentence(const std::vector<std::string>& tokens, std::size_t marked) {
    std::string text;
    std::size_t mark_at = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const std::string& token = tokens[i];
        if (is_special(token) && i != marked) continue;
        const bool piece = token.starts_with("##");
        const bool closes = token == "." || token == "," || token == ":";
        if (!text.empty() && !piece && !closes) text += ' ';
        if (i == marked) mark_at = text.size();
        const std::string word = piece ? token.substr(2) : token;
        text += i == marked ? ">" + word + "<" : word;
    }
    if (text.size() <= kLineWidth) return text;
    std::size_t begin = mark_at > kLineWidth / 2 ? mark_at - kLineWidth / 2 : 0;
    begin = std::min(begin, text.size() - kLineWidth);
    if (begin > 0) begin = text.find(' ', begin) + 1;
    std::size_t end = std::min(begin + kLineWidth, text.size());
    if (end < text.size()) end = text.rfind(' ', end);
    return (begin > 0 ? "... " : "") + text.substr(begin, end - begin) +
           (end < text.size() ? " ..." : "");
}

std::size_t find_last(const std::vector<std::string>& list, const std::string& wanted,
                      const std::string& what) {
    const auto found = std::find(list.rbegin(), list.rend(), wanted);
    if (found == list.rend()) throw std::runtime_error("no " + what + " '" + wanted + "'");
    return static_cast<std::size_t>(list.rend() - found) - 1;
}

}  // namespace

const std::vector<Scene>& scenes() {
    static const std::vector<Scene> list = {
        {"padding", 2, "3.1", "them", "a pronoun and its noun"},
        {"padding", 1, "2.9", "bank", "the same word, with its other meaning"},
        {"causal", 0, "2.9", "cards", "the same word again, before it and never after it"},
        {"left-padding", 1, "5.11", "it", "a pronoun between two nouns"},
        {"left-padding", 1, "5.11", "[PAD]", "a padding row: the mask hides every token from it"},
    };
    return list;
}

void show_scene(std::ostream& out, const Scene& scene, const AttentionScores& scores,
                const std::vector<float>& weights) {
    if (scene.sequence >= scores.tokens.size()) {
        throw std::runtime_error(scores.name + ": no sequence " + std::to_string(scene.sequence));
    }
    const std::vector<std::string>& tokens = scores.tokens[scene.sequence];
    const std::size_t head = find_last(scores.heads, scene.head, "head in " + scores.name);
    const std::size_t position = find_last(tokens, scene.token, "token in " + scores.name);
    const float* row = weights.data() + scores.row(scene.sequence, head, position) * scores.cols;

    out << "  " << sentence(tokens, position) << "\n  " << scene.remark << " (" << scores.name
        << ", layer and head " << scene.head << ")\n";
    std::vector<std::size_t> order(tokens.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (std::any_of(row, row + scores.cols, [](float w) { return std::isnan(w); })) {
        const auto nans =
            std::count_if(row, row + scores.cols, [](float w) { return std::isnan(w); });
        out << "    " << nans << " of " << scores.cols << " weights are NaN"
            << (nans == scores.cols ? ", as the contract says: there is nothing to look at" : "")
            << "\n\n";
        return;
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return row[a] > row[b]; });
    double rest = 1;
    for (std::size_t i = 0; i < std::min(kShown, order.size()); ++i) {
        const double weight = row[order[i]];
        rest -= weight;
        out << "    " << std::setw(4) << order[i] << "  " << std::left << std::setw(12)
            << tokens[order[i]] << std::right << std::fixed << std::setprecision(1) << std::setw(6)
            << 100 * weight << " %  " << bar(weight) << "\n";
    }
    out << "          all others  " << std::setw(6) << 100 * std::fabs(rest) << " %  " << bar(rest)
        << "\n\n";
}

}  // namespace workshop::demo
