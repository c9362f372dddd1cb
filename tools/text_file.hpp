// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Reading and writing text as lines, and messages in the style of a compiler.

#include <cstddef>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace workshop::tools {

/// @brief What stops a tool: a message for people, ready to print.
class ToolError : public std::runtime_error {
  public:
    /// @param[in] what the whole message
    explicit ToolError(const std::string& what) : std::runtime_error(what) {}
    /// @param[in] file    the file in which the mistake is
    /// @param[in] line    its line, counted from 1
    /// @param[in] message what is wrong
    /// @param[in] next    what to do about it
    ToolError(const std::string& file, std::size_t line, const std::string& message,
              const std::string& next)
        : std::runtime_error(file + ":" + std::to_string(line) + ": error: " + message +
                             "\n  next: " + next) {}
};

/// @brief The lines of a text file, without their line ends.
/// @throws ToolError when the file cannot be read
inline std::vector<std::string> read_lines(const std::string& path) {
    std::ifstream input(path, std::ios::binary);
    if (!input) throw ToolError(path + ": error: cannot be opened for reading");
    std::vector<std::string> lines;
    for (std::string line; std::getline(input, line);)
        lines.push_back(line);
    if (input.bad()) throw ToolError(path + ": error: cannot be read");
    return lines;
}

/// @brief Writes lines to a text file, each with a line end.
/// @throws ToolError when the file cannot be written
inline void write_lines(const std::string& path, const std::vector<std::string>& lines) {
    std::ofstream output(path, std::ios::binary);
    for (const std::string& line : lines)
        output << line << '\n';
    output.close();
    if (!output) throw ToolError(path + ": error: cannot be written");
}

/// @brief `text` without the white space at both ends.
inline std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kWhiteSpace = " \t\r";
    const std::size_t first = text.find_first_not_of(kWhiteSpace);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kWhiteSpace) - first + 1);
}

}  // namespace workshop::tools
