// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "device_variables.hpp"

#include <cctype>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "profile/source_text.hpp"
#include "symbols.hpp"

namespace workshop::emulator {
namespace {

bool is_part_of_name(char character) {
    return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
}

/// The names and signs of a source text, without comments and literals.
std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t begin = i;
        if (text.compare(i, 2, "//") == 0) {
            i = text.find('\n', i);
        } else if (text.compare(i, 2, "/*") == 0) {
            i = text.find("*/", i + 2);
            if (i != std::string::npos) i += 2;
        } else if (text[i] == '"' || text[i] == '\'') {
            for (++i; i < text.size() && text[i] != text[begin] && text[i] != '\n'; ++i)
                if (text[i] == '\\') ++i;
            ++i;
        } else if (is_part_of_name(text[i])) {
            while (i < text.size() && is_part_of_name(text[i]))
                ++i;
            words.push_back(text.substr(begin, i - begin));
        } else {
            if (std::isspace(static_cast<unsigned char>(text[i])) == 0)
                words.emplace_back(1, text[i]);
            ++i;
        }
        if (i == std::string::npos) break;
    }
    return words;
}

bool is_attribute(const std::string& word) {
    return word == "__align__" || word == "alignas" || word == "__attribute__";
}

/// The word behind the parenthesis that closes the one at `i`.
std::size_t behind_parentheses(const std::vector<std::string>& words, std::size_t i) {
    int depth = 0;
    for (; i < words.size(); ++i) {
        if (words[i] == "(") ++depth;
        if (words[i] == ")" && --depth == 0) return i + 1;
    }
    return i;
}

/// Whether the declaration that `i` is in declares the name as a variable.
bool declares(const std::vector<std::string>& words, std::size_t i, const std::string& name) {
    while (i + 1 < words.size()) {
        const std::string& next = words[i + 1];
        if (is_attribute(words[i]) && next == "(") {
            i = behind_parentheses(words, i + 1);
            continue;
        }
        const bool ends = next == "[" || next == "=" || next == ";" || next == "{" || next == ",";
        if (words[i] == name && ends) return true;
        if (words[i] == "=" || words[i] == ";" || words[i] == "{" || words[i] == "(") return false;
        ++i;
    }
    return false;
}

bool is_declared_in(const std::string& file, const std::string& name) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    static std::map<std::pair<std::string, std::string>, bool>& known =
        *new std::map<std::pair<std::string, std::string>, bool>;
    const auto [place, is_new] = known.try_emplace({file, name}, false);
    if (!is_new) return place->second;
    std::string text;
    for (const std::string& line : profile::source_lines_of(file))
        text += line + '\n';
    return place->second = declares_device_variable(text, name);
}

}  // namespace

bool declares_device_variable(const std::string& text, const std::string& name) {
    const std::vector<std::string> words = words_of(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "__device__" && declares(words, i + 1, name)) return true;
    }
    return false;
}

std::optional<DeviceVariable> device_variable(const void* address, const std::string& file) {
    const auto variable = variable_at(address);
    if (!variable || variable->managed) return std::nullopt;
    const std::size_t colons = variable->name.rfind("::");
    std::string name =
        colons == std::string::npos ? variable->name : variable->name.substr(colons + 2);
    if (!variable->constant && !is_declared_in(file, name)) return std::nullopt;
    return DeviceVariable{std::move(name), variable->constant ? "__constant__" : "__device__",
                          variable->address, variable->bytes};
}

}  // namespace workshop::emulator
