// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What libraries offer beside the lessons' functions. They are measured in the same
///        program, in the same way, and their outputs stand before an oracle as well.

#include <string>
#include <vector>

#include "bench.hpp"

namespace workshop::bench {

/// @brief Cases of libraries, and which ones could not be built in.
struct Peers {
    std::vector<BenchCase> cases;
    std::vector<std::string> absent;
};

/// @brief Row sums: CUB. Nothing on the CPU device.
Peers row_sum_peers();

/// @brief Softmax: cuDNN. Nothing on the CPU device.
Peers softmax_peers();

/// @brief run_benchmarks() of a lesson's cases with libraries beside them.
int run_benchmarks_beside(const std::vector<Peers>& libraries, int count, char** arguments,
                          std::vector<BenchCase> cases);

}  // namespace workshop::bench
