// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "samples.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace workshop::bench {
namespace {

// NVML's reasons for a low clock that mean "slower than it should be".
constexpr unsigned long long kHardwareSlowdown = 0x08;
constexpr unsigned long long kSoftwareThermal = 0x20;
constexpr unsigned long long kHardwareThermal = 0x40;
constexpr unsigned long long kPowerBrake = 0x80;
constexpr unsigned long long kSlow =
    kHardwareSlowdown | kSoftwareThermal | kHardwareThermal | kPowerBrake;

constexpr double kLowestShareOfClock = 0.75;

}  // namespace

double highest_clock(const std::vector<Sample>& samples) {
    double highest = 0;
    for (const Sample& one : samples)
        highest = std::max({highest, one.before.sm_mhz, one.after.sm_mhz});
    return highest;
}

bool is_throttled(const Sample& sample, double highest_mhz) {
    if (((sample.before.slow_reasons | sample.after.slow_reasons) & kSlow) != 0) return true;
    return sample.after.known && sample.after.sm_mhz < kLowestShareOfClock * highest_mhz;
}

Judgement judge(const std::vector<Sample>& samples, double highest_mhz) {
    Judgement judgement;
    for (const Sample& one : samples) {
        judgement.throttled.push_back(is_throttled(one, highest_mhz));
        if (!judgement.throttled.back()) judgement.kept.push_back(one.seconds);
    }
    judgement.all_throttled = !samples.empty() && judgement.kept.empty();
    if (judgement.all_throttled) {
        for (const Sample& one : samples)
            judgement.kept.push_back(one.seconds);
    }
    return judgement;
}

double quantile(std::vector<double> values, double part) {
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    std::sort(values.begin(), values.end());
    const double place = part * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(place));
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (place - std::floor(place)) * (values[above] - values[below]);
}

double median(const std::vector<double>& values) {
    return quantile(values, 0.5);
}

double spread_percent(const std::vector<double>& values) {
    return 100 * (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / median(values);
}

}  // namespace workshop::bench
