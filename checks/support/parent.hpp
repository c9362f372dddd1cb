// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The outer mode of a check program: runs the checks in workers and collects the results.

#include <functional>

#include "run_results.hpp"

namespace workshop::checks {

/// @brief How the checks are to be run.
struct RunPlan {
    double seconds_per_check = 60.0;  ///< time limit of one check
    unsigned workers = 1;             ///< how many may run at the same time

    // Calls come one after the other, from any thread.
    /// @brief Called when a check starts (state waiting) and when it has ended.
    std::function<void(const RunResults& results, std::size_t index)> progress;
    /// @brief Called when a check has been running for some seconds.
    std::function<void(const RunResults& results, std::size_t index)> long_check;
    /// @brief Called once, when the device is known.
    std::function<void(const RunResults& results)> device_known;
};

/// @brief Runs the given checks. A crash, a time-out and a device that is broken for its process
///        cost one check and one worker; the checks that are left run in a fresh one.
///
/// When a check ran into the time limit, the function's other checks are not run. When this
/// happened to two functions, nothing else is run.
RunResults run_checks(const std::vector<CheckResult>& checks, const RunPlan& plan);

}  // namespace workshop::checks
