// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Google Benchmark's summaries of the repetitions, without those that do not count.

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace workshop::bench {

/// @brief "mean", "median", "stddev" or "cv" of values; NaN for another name or without values.
double statistic(const std::string& name, const std::vector<double>& values);

/// @brief Makes a summary again from the repetitions that count. One with a name that statistic()
///        does not know, or without any repetition, is left as it is.
void recompute_aggregate(benchmark::BenchmarkReporter::Run& aggregate,
                         const std::vector<const benchmark::BenchmarkReporter::Run*>& kept);

}  // namespace workshop::bench
