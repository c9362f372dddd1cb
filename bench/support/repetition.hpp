// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief One repetition of a case: warm-up, timing, check of what was written.

#include <cstdint>
#include <functional>
#include <string>

#include "clocks.hpp"
#include "prepared_case.hpp"
#include "timer.hpp"
#include "warm_up.hpp"

namespace workshop::bench {

/// @brief What a repetition measures with.
struct Instruments {
    DeviceTimer& timer;
    DeviceClocks& clocks;
    WarmUp& warm_up;
    /// @brief Seconds between two readings of the timer, at least: what a start costs is then small
    ///        beside it. 0: one sequence of launches is enough.
    double shortest_burst = 0;
};

/// @brief Whether another burst of so many launches is wanted.
using KeepRunning = std::function<bool(std::size_t launches)>;

/// @brief Takes the seconds of each burst.
using TookTime = std::function<void(double seconds)>;

/// @brief What a repetition gave.
struct Repetition {
    double seconds = 0;  ///< device time of all launches together
    std::int64_t launches = 0;
    ClockReading before;
    ClockReading after;
    std::string problem;  ///< empty, or what is wrong with the output

    /// @brief Mean time of one launch.
    double seconds_of_launch() const { return seconds / static_cast<double>(launches); }
};

/// @brief Measures a case once.
///
/// The outputs are poisoned before the timing, so what is compared afterwards was written while the
/// time was taken. Then one output is poisoned again and the launches follow once more: a kernel
/// that has stopped to work, because it has seen its arguments before, is found out by that.
/// @throws CudaError when a call fails
Repetition run_repetition(PreparedCase& prepared, Mode mode, const Instruments& instruments,
                          const KeepRunning& keep_running, const TookTime& took_time);

}  // namespace workshop::bench
