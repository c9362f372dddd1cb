// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What may be concluded from the repetitions of a case. Nothing here asks a device.

#include <cstddef>
#include <vector>

#include "clocks.hpp"

namespace workshop::bench {

/// @brief One repetition.
struct Sample {
    double seconds = 0;  ///< device time of one launch
    ClockReading before;
    ClockReading after;
};

/// @brief The highest SM clock before or after any of the samples; 0: none was read.
double highest_clock(const std::vector<Sample>& samples);

/// @brief Whether the device was slower than it can be: a reason of heat or power was set, or the
///        clock afterwards is below 75 % of the highest one of the run. A limit of power in normal
///        use (NVML's SwPowerCap) is no such reason: it is how a GPU works under full load.
bool is_throttled(const Sample& sample, double highest_mhz);

/// @brief Which samples of a case count.
struct Judgement {
    std::vector<bool> throttled;  ///< one flag a sample
    bool all_throttled = false;   ///< then all are kept: the clock may be locked, and all are alike
    std::vector<double> kept;     ///< seconds of the samples that count
};

/// @brief Leaves out the throttled samples of a case, unless that would leave none.
Judgement judge(const std::vector<Sample>& samples, double highest_mhz);

/// @brief The value below which a part of the values lies, with a straight line between two values.
/// @param[in] part 0 to 1; 0.5: the median
double quantile(std::vector<double> values, double part);

/// @brief The median.
double median(const std::vector<double>& values);

/// @brief Half of the inter-quartile range, in percent of the median: half of all values are about
///        that close to it.
double spread_percent(const std::vector<double>& values);

}  // namespace workshop::bench
