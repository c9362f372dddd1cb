// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The command line of a check program.

#include <string>

namespace workshop::checks {

/// @brief What the program is asked to do.
struct Options {
    /// @brief What the program is asked to do.
    enum class Mode { run, list, help, worker, in_process, bad };
    Mode mode = Mode::run;
    bool plain = false;        ///< --plain: one line a check, for programs
    std::string filter = "*";  ///< --filter=PATTERN, with * and ?, several separated by ':'
    int worker_descriptor = -1;
    std::string problem;  ///< of Mode::bad: what is wrong with the command line
};

/// @brief Reads the command line.
Options parse_options(int argc, char** argv);

/// @brief The text of --help.
/// @param[in] program as it was called
/// @param[in] number  of the lesson
std::string help_text(const std::string& program, const std::string& number);

/// @brief The time limit of one check in seconds: WORKSHOP_CHECK_SECONDS, or 60.
/// @param[out] problem set when the variable is not a positive number
double seconds_per_check(std::string* problem);

}  // namespace workshop::checks
