// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "report.hpp"

#include <cmath>
#include <cstdio>
#include <ostream>

#include "support/real_products.hpp"

namespace workshop::demo {
namespace {

template <typename... Values>
std::string format(const char* pattern, Values... values) {
    char text[200];
    std::snprintf(text, sizeof text, pattern, values...);
    return text;
}

std::string shape(const KernelRun& run) {
    return std::to_string(run.rows) + " x " + std::to_string(run.cols);
}

/// The cell that says how close the run came to its bounds.
std::string share(const KernelRun& run) {
    return run.wrong > 0 ? "WRONG" : format("%.0f%%", 100 * run.share);
}

std::string describe_failure(const KernelRun& run) {
    return "FAILED: " + run.kernel + " on " + run.data + ": " + std::to_string(run.wrong) + " of " +
           std::to_string(run.rows * run.cols) +
           " elements are wrong\n  first: " + run.first_wrong + "\n  next:  make check-lesson" +
           std::to_string(run.lesson) + " IMPL=solution\n";
}

/// How far the products came from the model's own scores; the failure in words where it is too far.
std::string print_differences(std::ostream& out, const std::vector<ModelDifference>& differences) {
    if (differences.empty()) return {};
    double most = 0;
    std::string failures;
    for (const ModelDifference& one : differences) {
        // Once NaN, always NaN.
        if (!std::isnan(most) && !(one.difference <= most)) most = one.difference;
        if (one.difference <= checks::kMostScoreDifference) continue;
        failures +=
            "FAILED: " + one.kernel +
            format(": its scores differ from the model's own by up to %.1e\n", one.difference) +
            "  next:  make check-lesson" + std::to_string(one.lesson) + " IMPL=solution\n";
    }
    out << "scores:    of one attention head, by three products from the input and the weights of "
           "its layer;\n"
        << format("           the model's own differ by at most %.1e, and %.0e is allowed\n", most,
                  checks::kMostScoreDifference);
    return failures;
}

}  // namespace

bool print_report(std::ostream& out, const std::vector<ReportLine>& lines,
                  const std::vector<ModelDifference>& differences, bool cpu_device) {
    out << format("%-20s %-12s %12s %8s  %17s %5s %11s", "kernel", "data", "rows x cols",
                  "NaN rows", "error / its bound", "worst", cpu_device ? "CPU time" : "time")
        << (cpu_device ? "\n" : "  copy\n") << std::string(cpu_device ? 92 : 98, '-') << "\n";
    std::int64_t rows = 0;
    std::int64_t nan_rows = 0;
    std::string failures;
    for (const ReportLine& line : lines) {
        const KernelRun& run = line.run;
        out << format("%-20s %-12s %12s %8lld  %7.1e / %7.1e %5s %8.3f ms", run.kernel.c_str(),
                      run.data.c_str(), shape(run).c_str(), static_cast<long long>(run.nan_rows),
                      run.error, run.bound, share(run).c_str(), run.milliseconds);
        if (line.copy_milliseconds > 0) {
            out << format(" %4.0f%%", 100 * line.copy_milliseconds / run.milliseconds);
        }
        out << "\n";
        rows += run.rows;
        nan_rows += run.nan_rows;
        if (run.wrong > 0) failures += describe_failure(run);
    }
    out << "\nchecked:   every element of every row, with a result computed in double\n"
           "NaN rows:  fully masked rows; NaN in every column is what the contract asks for\n"
           "error:     the largest error, and the bound of that element, derived from its "
           "roundings\n"
           "worst:     of all elements, the one closest to its bound: error as percent of it\n";
    failures += print_differences(out, differences);
    if (cpu_device) {
        out << "CPU time:  of one launch on the CPU device; it says nothing about the speed of a "
               "GPU\n";
    } else {
        out << "time:      of one launch, the shortest of several, by CUDA events\n"
               "copy:      bandwidth as percent of a device-to-device copy measured in this run\n";
    }
    if (!failures.empty()) {
        out << "\n" << failures;
        return false;
    }
    out << "\nPASSED: " << lines.size() << " runs, " << rows
        << " rows, every element within its bound; " << nan_rows << " rows fully masked.\n";
    return true;
}

}  // namespace workshop::demo
