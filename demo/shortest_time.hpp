// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief How the demo takes a time.

#include <algorithm>
#include <limits>

#include "workshop/device_memory.hpp"

namespace workshop::demo {

/// @brief Shortest time of five calls after one that is not timed, in milliseconds: whatever else
///        the machine does only makes a call longer.
template <typename Call>
double shortest_milliseconds(const Call& call) {
    constexpr int kWarmUps = 1;
    constexpr int kLaunches = 5;
    Stopwatch stopwatch;
    double shortest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < kWarmUps + kLaunches; ++i) {
        stopwatch.start();
        call();
        const double milliseconds = stopwatch.stop();
        if (i >= kWarmUps) shortest = std::min(shortest, milliseconds);
    }
    return shortest;
}

}  // namespace workshop::demo
