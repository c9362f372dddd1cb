// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The command line of a benchmark program.

#include <cstdint>
#include <string>
#include <vector>

namespace workshop::bench {

/// @brief A matrix shape.
struct Shape {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::string text() const { return std::to_string(rows) + "x" + std::to_string(cols); }
};

/// @brief Our own options, and what is left for Google Benchmark.
struct Options {
    std::vector<Shape> shapes;  ///< without --shapes: some that suit the device
    int threads = 256;
    bool threads_chosen = false;  ///< --threads was given
    bool own_table = true;        ///< false: a format of Google Benchmark was asked for
    int count = 0;                ///< of `rest`, as argc
    std::vector<char*> rest;      ///< as argv
};

/// @brief Takes `--shapes=ROWSxCOLS,...` and `--threads=N` out of the command line.
/// @param[in] usual the shapes without --shapes; empty: some that suit the device
/// @throws std::runtime_error that quotes an option that cannot be used
Options parse_options(int count, char** values, const std::vector<Shape>& usual = {});

}  // namespace workshop::bench
