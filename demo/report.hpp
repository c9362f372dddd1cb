// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The table at the end of the demo.

#include <iosfwd>
#include <string>
#include <vector>

#include "kernel_run.hpp"

namespace workshop::demo {

/// @brief A run, and the copy to compare it with.
struct ReportLine {
    KernelRun run;
    double copy_milliseconds = 0;  ///< copy of a matrix of the run's shape; 0: none
};

/// @brief How far the scores that a matrix product made are from those of the model.
struct ModelDifference {
    std::string kernel;
    int lesson = 0;
    double difference = 0;  ///< the largest; NaN when one is
};

/// @brief Prints the table and what it says in words. The last line is the verdict.
/// @param[in] out        where to
/// @param[in] lines      the runs
/// @param[in] differences of each matrix product; may be empty
/// @param[in] cpu_device true when the kernels ran on the CPU device, whose times say nothing about
///                       a GPU
/// @return true when every element of every run is within its bound, and every difference is
bool print_report(std::ostream& out, const std::vector<ReportLine>& lines,
                  const std::vector<ModelDifference>& differences, bool cpu_device);

}  // namespace workshop::demo
