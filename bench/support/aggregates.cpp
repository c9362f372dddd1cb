// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "aggregates.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "samples.hpp"

namespace workshop::bench {
namespace {

using Run = benchmark::BenchmarkReporter::Run;

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation(const std::vector<double>& values) {
    if (values.size() < 2) return 0;
    const double middle = mean(values);
    double squares = 0;
    for (const double value : values)
        squares += (value - middle) * (value - middle);
    return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

template <typename Value>
std::vector<double> values_of(const std::vector<const Run*>& runs, const Value& value) {
    std::vector<double> values;
    for (const Run* run : runs)
        values.push_back(value(*run));
    return values;
}

double counter_or_zero(const Run& run, const std::string& name) {
    const auto found = run.counters.find(name);
    return found == run.counters.end() ? 0 : found->second.value;
}

}  // namespace

double statistic(const std::string& name, const std::vector<double>& values) {
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    if (name == "mean") return mean(values);
    if (name == "median") return median(values);
    if (name == "stddev") return deviation(values);
    if (name == "cv") return mean(values) == 0 ? 0 : deviation(values) / mean(values);
    return std::numeric_limits<double>::quiet_NaN();
}

void recompute_aggregate(Run& aggregate, const std::vector<const Run*>& kept) {
    const std::string& name = aggregate.aggregate_name;
    if (kept.empty() || std::isnan(statistic(name, {1.0}))) return;
    const auto per_launch = [](double accumulated, const Run& run) {
        return accumulated / static_cast<double>(run.iterations);
    };
    const double real = statistic(name, values_of(kept, [&](const Run& run) {
                                      return per_launch(run.real_accumulated_time, run);
                                  }));
    const double cpu = statistic(name, values_of(kept, [&](const Run& run) {
                                     return per_launch(run.cpu_accumulated_time, run);
                                 }));
    // Google Benchmark divides times by the iterations when it prints them, but not percentages.
    aggregate.iterations = static_cast<benchmark::IterationCount>(kept.size());
    const double scale = aggregate.aggregate_unit == benchmark::kPercentage
                             ? 1.0
                             : static_cast<double>(aggregate.iterations);
    aggregate.real_accumulated_time = real * scale;
    aggregate.cpu_accumulated_time = cpu * scale;
    for (const auto& [counter_name, ignored] : kept.front()->counters) {
        aggregate.counters[counter_name] =
            statistic(name, values_of(kept, [&, key = counter_name](const Run& run) {
                          return counter_or_zero(run, key);
                      }));
    }
}

}  // namespace workshop::bench
