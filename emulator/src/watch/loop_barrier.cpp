// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "loop_barrier.hpp"

#include <algorithm>
#include <cstddef>
#include <regex>
#include <string>
#include <vector>

#include "../profile/source_text.hpp"

namespace workshop::emulator::watch {
namespace {

using Lines = std::vector<std::string>;

Lines code_of(const std::string& file) {
    Lines lines = profile::source_lines_of(file);
    for (std::string& line : lines)
        line.erase(std::min(line.find("//"), line.size()));
    return lines;
}

bool begins_loop(const std::string& code) {
    static const std::regex loop(R"(^\s*((for|while)\s*\(|do\b))");
    return std::regex_search(code, loop);
}

bool is_barrier(const std::string& code) {
    return code.find("__syncthreads") != std::string::npos ||
           code.find(".sync()") != std::string::npos;
}

/// How many more there are of one than of the other.
std::ptrdiff_t balance(const std::string& code, char open, char close) {
    return std::count(code.begin(), code.end(), open) - std::count(code.begin(), code.end(), close);
}

/// The line where a statement begins whose parentheses end on a line.
std::size_t begin_of_statement(const Lines& lines, std::size_t line) {
    std::ptrdiff_t open = balance(lines[line], '(', ')');
    while (open < 0 && line > 0)
        open += balance(lines[--line], '(', ')');
    return line;
}

/// The line that opens the innermost loop with braces around a line; lines.size(): none.
std::size_t loop_around(const Lines& lines, std::size_t line) {
    std::ptrdiff_t depth = 0;
    while (line-- > 0) {
        depth += balance(lines[line], '{', '}');
        if (depth <= 0) continue;
        if (begins_loop(lines[begin_of_statement(lines, line)])) return line;
        depth = 0;
    }
    return lines.size();
}

}  // namespace

bool has_barrier_in_loop(const profile::SourcePlace& place) {
    const Lines lines = code_of(place.file);
    if (place.line < 2 || static_cast<std::size_t>(place.line) > lines.size()) return false;
    const std::size_t at = static_cast<std::size_t>(place.line) - 1;
    // A loop without braces has one statement, and that is not a barrier.
    const std::string& before = lines[begin_of_statement(lines, at - 1)];
    const bool opens = balance(lines[at - 1], '{', '}') > 0;
    if (begins_loop(lines[at]) || (begins_loop(before) && !opens)) return false;
    std::ptrdiff_t depth = 0;
    for (std::size_t line = loop_around(lines, at); line < lines.size(); ++line) {
        if (is_barrier(lines[line])) return true;
        depth += balance(lines[line], '{', '}');
        if (depth <= 0) return false;
    }
    return false;
}

}  // namespace workshop::emulator::watch
