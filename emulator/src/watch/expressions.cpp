// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "expressions.hpp"

#include <algorithm>
#include <cctype>

namespace workshop::emulator::watch {
namespace {

constexpr int deepest = 4;  ///< pointers that are assigned from pointers

bool is_name(const std::string& text) {
    return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
           std::all_of(text.begin(), text.end(), is_name_part);
}

/// The word that ends before a place.
std::string word_before(const std::string& code, std::size_t end) {
    std::size_t begin = end;
    while (begin > 0 && is_name_part(code[begin - 1]))
        --begin;
    return code.substr(begin, end - begin);
}

bool is_number_type(const std::string& word) {
    static const char* const types[] = {"int",    "unsigned", "long", "short", "char",
                                        "float",  "double",   "bool", "uint",  "ushort",
                                        "size_t", "__half",   "half"};
    const bool ends_so = word.size() > 2 && word.compare(word.size() - 2, 2, "_t") == 0;
    return ends_so || std::find(std::begin(types), std::end(types), word) != std::end(types);
}

/// Whether `(inside)rest` is a cast.
bool is_cast(const std::string& inside, const std::string& rest) {
    const auto fits = [](char character) {
        return is_name_part(character) || character == ' ' || character == '*' || character == ':';
    };
    if (inside.empty() || rest.empty() || !std::all_of(inside.begin(), inside.end(), fits)) {
        return false;
    }
    return inside.back() == '*' || is_name_part(rest[0]) ||
           is_number_type(word_before(inside, inside.size()));
}

/// Whether a function gives the bits that it gets.
bool keeps_bits(const std::string& function) {
    if (!is_name_part(function[0]) && function[0] != ':') return false;  // `*reinterpret_cast<`
    return function.find("_as_") != std::string::npos ||
           function.find("_cast<") != std::string::npos || is_number_type(function);
}

/// `a.b`, `p->key`, `table[i].key`
bool is_member(const std::string& expression) {
    const auto fits = [](char character) {
        return is_name_part(character) || std::string(".->[]+*").find(character) < 7;
    };
    return is_name_part(expression.back()) && expression.find_first_of(".>") != std::string::npos &&
           std::all_of(expression.begin(), expression.end(), fits);
}

}  // namespace

bool is_name_part(char character) {
    return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
}

std::string dense_code(const std::string& line) {
    std::string text = line.substr(0, line.find("//"));
    for (std::size_t open = 0; (open = text.find("/*", open)) != std::string::npos;) {
        const std::size_t close = text.find("*/", open);
        text.erase(open, close == std::string::npos ? close : close + 2 - open);
    }
    std::string code;
    bool blank = false;
    for (const char character : text) {
        if (std::isspace(static_cast<unsigned char>(character)) != 0) {
            blank = true;
            continue;
        }
        if (blank && !code.empty() && is_name_part(code.back()) && is_name_part(character)) {
            code += ' ';
        }
        blank = false;
        code += character;
    }
    return code;
}

std::size_t closing_bracket(const std::string& code, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < code.size(); ++at) {
        if (code[at] == '(' || code[at] == '[') ++depth;
        if ((code[at] == ')' || code[at] == ']') && --depth == 0) return at;
    }
    return std::string::npos;
}

std::size_t end_of_expression(const std::string& code, std::size_t begin) {
    for (std::size_t at = begin; at < code.size(); ++at) {
        if (code[at] == ';' || code[at] == ',' || code[at] == ')' || code[at] == ']') return at;
        if (code[at] != '(' && code[at] != '[') continue;
        at = closing_bracket(code, at);
        if (at == std::string::npos) break;
    }
    return code.size();
}

std::string without_casts(std::string expression) {
    while (!expression.empty()) {
        const std::size_t open = expression.find('(');
        if (open == std::string::npos) break;
        const std::size_t close = closing_bracket(expression, open);
        if (close == std::string::npos) break;
        const std::string inside = expression.substr(open + 1, close - open - 1);
        const std::string rest = expression.substr(close + 1);
        const std::string before = expression.substr(0, open);
        if (rest.empty() && (before.empty() || keeps_bits(before))) {
            expression = inside;
        } else if (before.empty() && is_cast(inside, rest)) {
            expression = rest;
        } else {
            break;
        }
    }
    return expression;
}

std::vector<Assignment> assignments_in(const std::string& code) {
    std::vector<Assignment> all;
    const std::string other_operators = "=!<>+-*/%&|^";
    for (std::size_t at = code.find('='); at != std::string::npos; at = code.find('=', at + 1)) {
        if (at == 0 || at + 1 >= code.size()) continue;
        if (other_operators.find(code[at - 1]) != std::string::npos) continue;
        if (code[at + 1] == '=') {
            ++at;
            continue;
        }
        const std::string name = word_before(code, at);
        if (!is_name(name)) continue;
        const std::size_t begin = at - name.size();
        // `*p = 0` and `a.b = 0` are memory; in `int *p = q` a type stands before the star.
        std::size_t before = begin;
        while (before > 0 && code[before - 1] == '*')
            --before;
        const char last = before == 0 ? ';' : code[before - 1];
        if (last == '.' || last == '>' || (before != begin && !is_name_part(last))) continue;
        const std::size_t end = end_of_expression(code, at + 1);
        all.push_back({name, code.substr(at + 1, end - at - 1), begin, end});
    }
    return all;
}

std::string address_in(const std::string& expression, const std::vector<Assignment>& all,
                       int depth) {
    const std::string pointer = without_casts(expression);
    if (pointer.empty() || depth > deepest) return pointer;
    if (pointer[0] == '&') return address_of_value(pointer.substr(1), all, depth + 1);
    const auto assigns = [&](const Assignment& each) { return each.name == pointer; };
    if (std::count_if(all.begin(), all.end(), assigns) != 1) return pointer;
    const Assignment& only = *std::find_if(all.begin(), all.end(), assigns);
    return address_in(only.value, all, depth + 1);
}

std::string address_of_value(const std::string& expression, const std::vector<Assignment>& all,
                             int depth) {
    const std::string value = without_casts(expression);
    if (value.empty() || depth > deepest) return {};
    // Loads with a hint for the caches: __ldcg(p), __ldg(p).
    if (value.compare(0, 4, "__ld") == 0 && value.find('(') != std::string::npos &&
        closing_bracket(value, value.find('(')) == value.size() - 1) {
        const std::size_t open = value.find('(');
        return address_in(value.substr(open + 1, value.size() - open - 2), all, depth + 1);
    }
    if (value[0] == '*') return address_in(value.substr(1), all, depth + 1);
    if (is_name(value)) return '&' + value;
    const std::size_t open = value.find('[');
    if (value.back() == ']' && open != 0 && open != std::string::npos &&
        closing_bracket(value, open) == value.size() - 1) {
        const std::string index = value.substr(open + 1, value.size() - open - 2);
        const std::string array = address_in(value.substr(0, open), all, depth + 1);
        return index == "0" ? array : array + '+' + index;
    }
    return is_member(value) ? '&' + value : std::string();
}

}  // namespace workshop::emulator::watch
