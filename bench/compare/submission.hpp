// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a shared library with one file's functions hands to the program that compares them.

#include <string>
#include <vector>

#include "bench.hpp"

namespace workshop::bench {

/// @brief What a lesson's benchmark asked run_benchmarks() for.
struct Submission {
    std::vector<BenchCase> cases;
    std::vector<Shape> usual;
    std::vector<std::string> absent;
};

}  // namespace workshop::bench

/// @brief The function that such a library has. Several libraries define functions of the same
///        names; this one is looked up in each library by itself.
/// @return valid as long as the library is loaded
extern "C" const workshop::bench::Submission* workshop_submission();
