// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// The part of a session that Google Benchmark does: which report it makes, and of what.

#include <algorithm>
#include <cstdlib>
#include <set>
#include <stdexcept>

#include "filter.hpp"
#include "session.hpp"
#include "support/device.hpp"

namespace workshop::bench {

std::unique_ptr<Collector> Session::reporter(const std::string& format,
                                             bool aggregates_only) const {
    const DataSheet limits = data_sheet(device_);
    if (format.empty()) return std::make_unique<Table>(heading_, style_, rows_, limits);
    return std::make_unique<JudgedFormat>(format, aggregates_only, rows_, limits,
                                          !checks::on_cpu_device());
}

namespace {

/// What could have been measured, for a filter that names nothing of it.
std::string names_of(const DeclaredRows& rows) {
    std::set<std::string> functions;
    for (const Row& row : rows)
        functions.insert(row.function);
    std::string text = "Functions of this program:";
    for (const std::string& function : functions)
        text += " " + function;
    return text + "\n  next: --benchmark_filter with one of these, or without it";
}

}  // namespace

void Session::expect_progress() {
    const char* const in_environment = std::getenv("BENCHMARK_REPETITIONS");
    int repetitions = in_environment == nullptr ? 1 : std::max(std::atoi(in_environment), 1);
    const std::string option = "--benchmark_repetitions=";
    for (const char* argument : options_.rest) {
        const std::string text = argument == nullptr ? "" : argument;
        if (text.starts_with(option)) repetitions = std::atoi(text.c_str() + option.size());
    }
    std::size_t benchmarks = 0;
    std::set<std::string> prepared;
    for (const Row& row : rows_) {
        if (!passes_filter(row.name() + "/manual_time", options_.filter)) continue;
        ++benchmarks;
        prepared.insert(row.function + "/" + row.shape);
    }
    progress_->expect(benchmarks, prepared.size(), repetitions);
}

void Session::run(const std::string& heading, bool counts_operations, ResultFile& result) {
    heading_ = heading;
    style_ = {checks::on_cpu_device(), counts_operations, options_.modes};
    if (progress_) expect_progress();
    const std::unique_ptr<Collector> screen =
        reporter(options_.format, options_.aggregates_only || options_.display_aggregates_only);
    std::unique_ptr<Collector> file;
    if (!options_.out.empty()) {
        file = reporter(options_.out_format.empty() ? "json" : options_.out_format,
                        options_.aggregates_only);
    }
    if (benchmark::RunSpecifiedBenchmarks(screen.get(), file.get()) == 0) {
        throw std::runtime_error("nothing was measured. " + names_of(rows_));
    }
    if (file != nullptr && !file->fault().empty())
        throw std::runtime_error(result.message(file->fault()));
    // A list of the names, say, has no result.
    if (file != nullptr && file->has_arrived()) result.keep();
    if (!screen->fault().empty())
        throw std::runtime_error("standard output could not be written: " + screen->fault());
}

bool Session::all_right() const {
    // What a library gets wrong is told, and is no fault of what is measured beside it.
    return std::all_of(rows_.begin(), rows_.end(),
                       [](const Row& row) { return row.is_peer || row.problem.empty(); });
}

}  // namespace workshop::bench
