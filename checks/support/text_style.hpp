// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief How text is put on the terminal.

#include <cstddef>
#include <iosfwd>
#include <string>

namespace workshop::checks {

/// @brief How to print.
struct PrintStyle {
    bool colour = false;  ///< a terminal that shows colours, and NO_COLOR is not set
    bool live = false;    ///< a terminal: one line shows what is running
};

/// @brief Finds out about standard output, or another file that is open, and the environment.
PrintStyle style_of(int file);

/// @brief Codes for in_colour().
inline constexpr const char* kBold = "1";
inline constexpr const char* kGreen = "32";
inline constexpr const char* kRed = "31";

/// @brief Wraps text in a colour where colours are shown.
std::string in_colour(const std::string& text, const char* code, const PrintStyle& style);

/// @brief "1 check", "2 checks".
std::string plural(std::size_t count, const std::string& thing);

/// @brief Breaks a text into lines of at most about 96 characters, and indents them.
void print_wrapped(std::ostream& out, const std::string& text, const std::string& indent);

}  // namespace workshop::checks
