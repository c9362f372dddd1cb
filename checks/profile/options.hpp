// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The command line of a profile program.

#include <cstdint>
#include <string>

namespace workshop::checks {

/// @brief What the command line asks for.
struct ProfileOptions {
    bool help = false;
    bool counts = false;  ///< lines for a script, in place of the report
    std::int64_t rows = 256;
    std::int64_t cols = 1024;
    int threads = 256;
    std::string folder;       ///< where the reports go; empty: only the text, to the terminal
    std::string questions;    ///< for predictions: the questions, lessons/NN-slug/predict.txt
    std::string predictions;  ///< and the answers
    std::string problem;      ///< empty, or what is wrong with the command line
};

/// @brief Reads --rows=N --cols=N --threads=N --folder=PATH --questions=PATH
///        --predictions=PATH --help.
ProfileOptions parse_profile_options(int argc, char** argv);

/// @brief The text of --help.
std::string profile_help(const std::string& program);

}  // namespace workshop::checks
