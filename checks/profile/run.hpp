// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Runs the functions of a lesson while the CPU device counts.

#include <emulator/profile_report.h>

#include <string>
#include <vector>

#include "options.hpp"
#include "support/progress_record.hpp"

namespace workshop::checks {

/// @brief What was counted in one run of a profile program.
struct ProfileRun {
    emulator::ReportTitle title;
    std::vector<emulator::KernelProfile> kernels;
    RecordFacts reads;  ///< for each function: "reads" and its name with reads per element
    /// A sentence for each function that stores nothing yet.
    std::vector<std::string> unwritten;
    bool nothing_written = false;  ///< that holds for every function
    std::string problem;           ///< empty, or which call failed
};

/// @brief Calls every function of profiled_functions() once.
ProfileRun run_profile(const ProfileOptions& options);

}  // namespace workshop::checks
