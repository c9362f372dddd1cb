// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Which benchmarks a run will have.

#include <string>

namespace workshop::bench {

/// @brief Whether Google Benchmark runs a benchmark of this name, to know how many there will be.
/// @param[in] filter as in --benchmark_filter: a regular expression, with a minus in front
///            those that do not match; empty or "all": everything
bool passes_filter(const std::string& name, const std::string& filter);

}  // namespace workshop::bench
