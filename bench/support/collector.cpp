// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "collector.hpp"

#include <algorithm>
#include <iterator>

#include "aggregates.hpp"
#include "result_file.hpp"

namespace workshop::bench {
namespace {

using Run = benchmark::BenchmarkReporter::Run;

double counter(const Run& run, const char* name) {
    const auto found = run.counters.find(name);
    return found == run.counters.end() ? 0 : found->second.value;
}

Sample sample_of(const Run& run) {
    Sample sample;
    sample.seconds = run.real_accumulated_time / static_cast<double>(run.iterations);
    const bool known = run.counters.count("sm_mhz_after") > 0;
    const auto slow = static_cast<unsigned long long>(counter(run, "throttle_reasons"));
    sample.before = {known, counter(run, "sm_mhz_before"), 0, 0, 0};
    sample.after = {known, counter(run, "sm_mhz_after"), 0, counter(run, "temperature_c"), slow};
    return sample;
}

void add_figures(Run& run, const Row& row) {
    if (row.percent_of_copy > 0) run.counters["percent_of_copy"] = row.percent_of_copy;
    if (row.percent_of_library > 0) run.counters["percent_of_library"] = row.percent_of_library;
    if (row.percent_of_data_sheet > 0)
        run.counters["percent_of_data_sheet"] = row.percent_of_data_sheet;
    run.counters["is_peer"] = row.is_peer ? 1 : 0;
    if (row.judgement.all_throttled) run.counters["all_throttled"] = 1;
    const std::string text = remarks(row);
    if (!text.empty()) run.report_label += (run.report_label.empty() ? "" : "; ") + text;
}

/// Makes a run one without a time. Google Benchmark 1.8 renamed its fields for that.
template <typename AnyRun>
void mark_failed(AnyRun& run, const std::string& message) {
    if constexpr (requires { run.error_occurred; }) {
        run.error_occurred = true;
        run.error_message = message;
    } else {
        run.skipped = static_cast<decltype(run.skipped)>(2);  // SkippedWithError
        run.skip_message = message;
    }
}

/// Wrong once, and none of the times is believed.
void fail_runs(std::vector<Run>& runs, const Row& row) {
    std::erase_if(runs, [](const Run& run) { return run.run_type == Run::RT_Aggregate; });
    for (Run& run : runs) {
        run.counters["is_peer"] = row.is_peer ? 1 : 0;
        run.report_label.clear();
        mark_failed(run, row.problem);
    }
}

/// Adds what was judged to the runs of a row.
void finish_runs(std::vector<Run>& runs, const Row& row, const DataSheet& limits) {
    if (!row.problem.empty()) {
        fail_runs(runs, row);
        return;
    }
    std::vector<const Run*> kept;
    std::size_t index = 0;
    for (Run& run : runs) {
        if (run.run_type != Run::RT_Iteration) continue;
        const bool throttled = row.judgement.throttled[index];
        const bool above = above_physical_limit(row, row.samples[index].seconds, limits);
        run.counters["throttled"] = throttled ? 1 : 0;
        run.counters["above_physical_limit"] = above ? 1 : 0;
        add_figures(run, row);
        if (!throttled || row.judgement.all_throttled) kept.push_back(&run);
        ++index;
    }
    for (Run& run : runs) {
        if (run.run_type != Run::RT_Aggregate) continue;
        recompute_aggregate(run, kept);
        run.counters["throttled_samples"] = static_cast<double>(
            std::count(row.judgement.throttled.begin(), row.judgement.throttled.end(), true));
    }
}

}  // namespace

void Collector::ReportRuns(const std::vector<Run>& runs) {
    runs_.insert(runs_.end(), runs.begin(), runs.end());
}

void Collector::Finalize() {
    std::vector<Row> rows;
    std::vector<std::vector<Run>> runs;  // those of each row
    for (const Row& declared : declared_) {
        std::vector<Run> own;
        std::copy_if(runs_.begin(), runs_.end(), std::back_inserter(own),
                     [&](const Run& run) { return run.run_name.function_name == declared.name(); });
        if (own.empty()) continue;  // left out by a filter
        rows.push_back(declared);
        for (const Run& run : own) {
            if (run.run_type == Run::RT_Iteration && declared.problem.empty())
                rows.back().samples.push_back(sample_of(run));
        }
        runs.push_back(std::move(own));
    }
    judge_rows(rows, limits_, compare_);
    std::vector<Run> told;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        finish_runs(runs[i], rows[i], limits_);
        told.insert(told.end(), runs[i].begin(), runs[i].end());
    }
    tell(told, rows);
    end();
}

void Collector::end() {
    has_ended_ = true;
    if (fault_.empty()) fault_ = fault_of(GetOutputStream());
}

JudgedFormat::JudgedFormat(const std::string& format, bool aggregates_only,
                           const DeclaredRows& declared, DataSheet limits, bool compare)
    : Collector(declared, limits, compare), aggregates_only_(aggregates_only) {
    if (format == "json") {
        format_ = std::make_unique<benchmark::JSONReporter>();
    } else if (format == "csv") {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
        format_ = std::make_unique<benchmark::CSVReporter>();
#pragma GCC diagnostic pop
    } else {
        format_ =
            std::make_unique<benchmark::ConsoleReporter>(benchmark::ConsoleReporter::OO_Tabular);
    }
}

bool JudgedFormat::ReportContext(const Context& context) {
    format_->SetOutputStream(&GetOutputStream());
    format_->SetErrorStream(&GetErrorStream());
    return format_->ReportContext(context);
}

void JudgedFormat::tell(const std::vector<Run>& runs, const std::vector<Row>&) {
    std::vector<Run> told;
    for (const Run& run : runs) {
        if (!aggregates_only_ || run.run_type == Run::RT_Aggregate) told.push_back(run);
    }
    format_->ReportRuns(told.empty() ? runs : told);
}

void JudgedFormat::Finalize() {
    Collector::Finalize();
    format_->Finalize();
    end();
}

}  // namespace workshop::bench
