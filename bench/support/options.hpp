// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The command line of a benchmark program.

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "mode.hpp"

namespace workshop::bench {

/// @brief A matrix shape.
struct Shape {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    /// @brief The shape for people.
    std::string text() const { return std::to_string(rows) + "x" + std::to_string(cols); }
};

/// @brief Our own options, and what is left for Google Benchmark.
struct Options {
    std::vector<Shape> shapes;  ///< without --shapes: some that suit the device
    std::vector<Mode> modes;    ///< without --modes: cold and warm; cold on the CPU device
    int threads = 256;
    bool threads_chosen = false;           ///< --threads was given
    bool progress = false;                 ///< --progress was given
    std::string format;                    ///< of the screen; empty: our own table
    std::string out;                       ///< a file as well; empty: none
    std::string out_format;                ///< of the file
    std::string filter;                    ///< which benchmarks run; empty: all
    bool aggregates_only = false;          ///< no rows of single repetitions
    bool display_aggregates_only = false;  ///< the same, on the screen only
    int count = 0;                         ///< of `rest`, as argc
    std::vector<char*> rest;               ///< as argv

    std::deque<std::string> texts;  ///< what the pointers in `rest` point to

    /// @brief One more argument for Google Benchmark, which wins over those before it.
    void add_last(const std::string& argument);
};

/// @brief Takes our own options out of the command line, and puts the usual ones of Google
///        Benchmark in front of the rest, so that the user's own win: repetitions, the time of
///        one, and that the repetitions of all cases interleave, so that a change of the device
///        during the run meets all alike.
/// @param[in] usual the shapes without --shapes; empty: some that suit the device
/// @throws std::runtime_error that quotes an option that cannot be used
Options parse_options(int count, char** values, const std::vector<Shape>& usual = {});

}  // namespace workshop::bench
