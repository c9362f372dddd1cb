// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "named_variables.hpp"

#include <cctype>
#include <vector>

#include "../device_variables.hpp"
#include "../pointers.hpp"
#include "../scheduler.hpp"
#include "argument_names.hpp"
#include "hot.hpp"

namespace workshop::emulator::watch {
namespace {

std::vector<NamedVariable>& named() {
    static std::vector<NamedVariable>& all = *new std::vector<NamedVariable>;
    return all;
}

bool is_part_of_name(char character) {
    return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '_';
}

/// Whether the parenthesis at a place holds the arguments of a call. A cast holds what it casts.
bool is_call(const std::string& text, std::size_t open) {
    while (open > 0 && text[open - 1] == ' ')
        --open;
    if (open == 0) return false;
    if (is_part_of_name(text[open - 1])) return true;
    if (text[open - 1] != '>') return false;
    int depth = 0;
    std::size_t i = open;
    while (i > 0) {
        --i;
        if (text[i] == '>') ++depth;
        if (text[i] == '<' && --depth == 0) break;
    }
    const std::string cast = "_cast";
    return i < cast.size() || text.compare(i - cast.size(), cast.size(), cast) != 0;
}

/// Whether a word of an expression is a member of an object.
bool is_member(const std::string& text, std::size_t begin) {
    return begin > 0 && (text[begin - 1] == '.' ||
                         (begin > 1 && text[begin - 1] == '>' && text[begin - 2] == '-'));
}

}  // namespace

bool names_variable(const std::string& expression, const std::string& name) {
    std::vector<bool> calls;  // of the parentheses that are open
    unsigned in_calls = 0;
    for (std::size_t i = 0; i < expression.size(); ++i) {
        const char character = expression[i];
        // What stands in an index is no place, and neither is what a function gets.
        if (character == '(' || character == '[' || character == '{') {
            calls.push_back(character != '(' || is_call(expression, i));
            if (calls.back()) ++in_calls;
        } else if ((character == ')' || character == ']' || character == '}') && !calls.empty()) {
            if (calls.back()) --in_calls;
            calls.pop_back();
        } else if (is_part_of_name(character)) {
            const std::size_t begin = i;
            while (i + 1 < expression.size() && is_part_of_name(expression[i + 1]))
                ++i;
            if (in_calls == 0 && expression.compare(begin, i + 1 - begin, name) == 0 &&
                !is_member(expression, begin)) {
                return true;
            }
        }
    }
    return false;
}

bool find_named_variables() {
    named().clear();
    const LaunchArguments& all = execution.call->arguments;
    if (all.text == nullptr) return false;
    for (std::size_t i = 0; i < all.count; ++i) {
        const auto address = reinterpret_cast<std::uintptr_t>(all.first[i].address);
        if (address - hot.symbols.begin >= hot.symbols.bytes) continue;
        const auto variable = device_variable(all.first[i].address, execution.call->file);
        if (!variable || !names_variable(argument_text(all.text, i), variable->name) ||
            symbol_address_was_given(variable->address, variable->bytes)) {
            continue;
        }
        const auto begin = reinterpret_cast<std::uintptr_t>(variable->address);
        named().push_back({begin, begin + variable->bytes,
                           "argument " + std::to_string(i + 1) + " of " + execution.kernel,
                           variable->name, variable->kind});
    }
    return !named().empty();
}

const NamedVariable* named_variable(std::uintptr_t address) {
    for (const NamedVariable& each : named()) {
        if (address >= each.begin && address < each.end) return &each;
    }
    return nullptr;
}

}  // namespace workshop::emulator::watch
