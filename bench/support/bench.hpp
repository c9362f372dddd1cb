// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a lesson's benchmark says. How it is measured is in repetition.hpp, what follows
///        from the samples in rows.hpp.

#include <cstdint>
#include <functional>
#include <vector>

#include "options.hpp"
#include "support/function_under_test.hpp"

namespace workshop::bench {

/// @brief One function to measure.
struct BenchCase {
    checks::FunctionUnderTest function;

    /// @brief 0: the shapes are those of the command line. Else the function takes matrices of this
    ///        many columns, and gets as many rows as hold the same number of elements.
    std::int64_t fixed_cols = 0;

    /// @brief Bytes that a launch has to move; empty: every element of input and output once, which
    ///        is what a perfect kernel would move.
    std::function<double(std::int64_t rows, std::int64_t cols)> bytes;

    /// @brief Floating-point operations of a launch; empty: what counts is the bytes.
    std::function<double(std::int64_t rows, std::int64_t cols)> operations;

    /// @brief A library that does the same. Others with operations are compared with the first one.
    bool is_peer = false;

    /// @brief Whether launches one by one may be faster than a graph of them; the faster way
    /// counts.
    ///        For copies: as a node of a graph, a copy of 512 MiB takes half as long again on an
    ///        NVIDIA H200 as the same copy in a stream (docs/experiments/harness.md).
    bool graph_may_be_slower = false;

    /// @brief Makes the input; empty: standard normals. Zeros would be faster than real data.
    std::function<checks::HostMatrix(std::int64_t rows, std::int64_t cols)> input;
};

/// @brief A device-to-device copy: it moves as much as a softmax and computes nothing.
BenchCase copy_case();

/// @brief main() of a benchmark program: registers every case at every shape and in every mode,
///        with a device-to-device copy beside it, and runs Google Benchmark.
///
/// Options besides those of Google Benchmark: `--shapes=ROWSxCOLS,...`, `--modes=cold,warm,eager`,
/// `--threads=N`, the threads of a block, and `--progress`.
/// @param[in] usual shapes when the command line has none; empty: those of row-wise functions
/// @param[in] absent libraries that could be measured beside the cases and are not there: why
/// @return 0; 1 when an output was wrong or a CUDA call failed; 2 for a bad option, or when
///         the result could not be written
int run_benchmarks(int count, char** arguments, const std::vector<BenchCase>& cases,
                   const std::vector<Shape>& usual = {},
                   const std::vector<std::string>& absent = {});

}  // namespace workshop::bench
