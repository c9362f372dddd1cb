// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "table.hpp"

#include <cstdio>
#include <ostream>

#include "support/device.hpp"

namespace workshop::bench {
namespace {

/// "64x128" -> "64 x 128"
std::string with_spaces(const std::string& shape) {
    const std::size_t cross = shape.find('x');
    if (cross == std::string::npos) return shape;
    return shape.substr(0, cross) + " x " + shape.substr(cross + 1);
}

/// A new line after each "; ", so that no line is too wide.
std::string in_lines(std::string message) {
    for (std::size_t at = 0; (at = message.find("; ", at)) != std::string::npos; ++at)
        message.replace(at, 2, ";\n         ");
    return message;
}

std::string value_of(const benchmark::BenchmarkReporter::Run& run, const char* counter,
                     double scale, const char* format) {
    const auto found = run.counters.find(counter);
    if (found == run.counters.end()) return "";
    char text[32];
    std::snprintf(text, sizeof text, format, found->second.value / scale);
    return text;
}

std::string time_of(const benchmark::BenchmarkReporter::Run& run) {
    char text[32];
    if (run.aggregate_unit == benchmark::kPercentage) {  // the coefficient of variation
        std::snprintf(text, sizeof text, "%.2f %%", 100 * run.real_accumulated_time);
    } else {
        std::snprintf(text, sizeof text, "%.2f us", run.GetAdjustedRealTime());
    }
    return text;
}

}  // namespace

bool Table::ReportContext(const Context&) {
    GetOutputStream() << heading_ << "\n\n";
    char line[120];
    std::snprintf(line, sizeof line, "%-30s %17s %16s %10s%s\n", "function", "rows x cols",
                  checks::on_cpu_device() ? "CPU time" : "time",
                  counts_operations_ ? "GFLOP/s" : "GB/s",
                  checks::on_cpu_device() ? ""
                  : counts_operations_    ? "  of library"
                                          : "  of the copy");
    GetOutputStream() << line << std::string(checks::on_cpu_device() ? 76 : 89, '-') << "\n";
    return true;
}

void Table::ReportRuns(const std::vector<Run>& runs) {
    for (const Run& run : runs) {
        // "function/ROWSxCOLS", and for a summary of repetitions what it summarizes.
        const std::string& name = run.run_name.function_name;
        const std::size_t slash = name.find('/');
        std::string function = name.substr(0, slash);
        if (!run.aggregate_name.empty()) function += " " + run.aggregate_name;
        const std::string shape =
            slash == std::string::npos ? "" : with_spaces(name.substr(slash + 1));

        char line[160];
        const auto problem = problems_.find(name);
        if (problem != problems_.end()) {
            std::snprintf(line, sizeof line, "%-30s %17s\n", function.c_str(), shape.c_str());
            GetOutputStream() << line << "  error: " << in_lines(problem->second) << "\n";
            continue;
        }
        const bool ratio = run.aggregate_unit == benchmark::kPercentage;
        const char* const rate_counter =
            counts_operations_ ? "operations_per_second" : "bytes_per_second";
        const char* const share_counter =
            counts_operations_ ? "percent_of_library" : "percent_of_copy";
        const std::string rate =
            ratio ? "" : value_of(run, rate_counter, 1e9, counts_operations_ ? "%.5g" : "%.3g");
        const std::string share = ratio ? "" : value_of(run, share_counter, 1, "%.1f %%");
        std::snprintf(line, sizeof line, "%-30s %17s %16s %10s%s\n", function.c_str(),
                      shape.c_str(), time_of(run).c_str(), rate.c_str(),
                      share.empty() ? "" : (std::string(13 - share.size(), ' ') + share).c_str());
        GetOutputStream() << line;
    }
    GetOutputStream().flush();
}

}  // namespace workshop::bench
