// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The text of source files.

#include <string>
#include <vector>

namespace workshop::emulator::profile {

/// @brief The lines of a file; none when it cannot be read.
std::vector<std::string> source_lines_of(const std::string& file);

/// @brief One line without the spaces at its beginning, or "(source not found)".
std::string source_line(const std::string& file, int line);

}  // namespace workshop::emulator::profile
