// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// What is added to Google Benchmark's runs when all of them are there.

#include "collector.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "aggregates.hpp"

namespace {

using namespace workshop::bench;
using OneRun = benchmark::BenchmarkReporter::Run;  // a test has a Run of its own

/// Keeps what is told.
struct Listener final : Collector {
    using Collector::Collector;
    void tell(const std::vector<OneRun>& told_runs, const std::vector<Row>& told_rows) override {
        runs = told_runs;
        rows = told_rows;
    }
    bool ReportContext(const Context&) override { return true; }
    std::vector<OneRun> runs;
    std::vector<Row> rows;
};

Row declared(const char* function, double bytes) {
    Row row;
    row.function = function;
    row.shape = "2x2";
    row.bytes = bytes;
    return row;
}

/// A repetition of ten launches.
OneRun repetition(const char* function, double seconds, double mhz) {
    OneRun run;
    run.run_name.function_name = std::string(function) + "/2x2/cold";
    run.run_type = OneRun::RT_Iteration;
    run.iterations = 10;
    run.real_accumulated_time = 10 * seconds;
    run.cpu_accumulated_time = 1;
    run.counters["bytes_per_second"] = 32 / seconds;
    run.counters["sm_mhz_before"] = mhz;
    run.counters["sm_mhz_after"] = mhz;
    run.counters["temperature_c"] = 50;
    run.counters["throttle_reasons"] = 0;
    return run;
}

OneRun aggregate(const char* function, const char* name) {
    OneRun run = repetition(function, 1000, 0);
    run.run_type = OneRun::RT_Aggregate;
    run.aggregate_name = name;
    return run;
}

double counter(const OneRun& run, const char* name) {
    const auto found = run.counters.find(name);
    return found == run.counters.end() ? -1 : found->second.value;
}

TEST(Collector, ThrottledRepetitionsAreFlaggedAndNotInTheMedian) {
    const DeclaredRows rows{declared(kCopyName, 32), declared("f", 32)};
    Listener listener(rows, {}, true);
    // Interleaved, and in another order than declared.
    listener.ReportRuns({repetition("f", 2, 2000), repetition("f", 90, 800),
                         repetition("f", 4, 2000), aggregate("f", "median")});
    listener.ReportRuns({repetition(kCopyName, 1, 2000)});
    listener.Finalize();
    ASSERT_EQ(listener.runs.size(), 5U);
    EXPECT_EQ(listener.runs[0].run_name.function_name, std::string(kCopyName) + "/2x2/cold");
    EXPECT_EQ(counter(listener.runs[1], "throttled"), 0);
    EXPECT_EQ(counter(listener.runs[2], "throttled"), 1);
    EXPECT_EQ(counter(listener.runs[3], "throttled"), 0);
    EXPECT_EQ(counter(listener.runs[1], "all_throttled"), -1);
    const OneRun& median = listener.runs[4];
    EXPECT_DOUBLE_EQ(median.real_accumulated_time / static_cast<double>(median.iterations), 3);
    EXPECT_EQ(counter(median, "throttled_samples"), 1);
    EXPECT_DOUBLE_EQ(listener.rows[1].seconds, 3);
    EXPECT_NEAR(counter(listener.runs[1], "percent_of_copy"), 100.0 / 3, 1e-9);
}

TEST(Collector, WhenAllAreThrottledAllCountAndTheRowsSaySo) {
    const DeclaredRows rows{declared("f", 32), declared("g", 32)};
    Listener listener(rows, {}, true);
    listener.ReportRuns({repetition("f", 2, 800), repetition("f", 4, 800), aggregate("f", "mean"),
                         repetition("g", 1, 2000)});
    listener.Finalize();
    EXPECT_EQ(counter(listener.runs[0], "throttled"), 1);
    EXPECT_EQ(counter(listener.runs[0], "all_throttled"), 1);
    EXPECT_NE(listener.runs[0].report_label.find("is the clock locked?"), std::string::npos);
    const OneRun& mean = listener.runs[2];
    EXPECT_DOUBLE_EQ(mean.real_accumulated_time / static_cast<double>(mean.iterations), 3);
    EXPECT_EQ(counter(listener.runs[3], "throttled"), 0);
}

TEST(Collector, FiguresAboveThePhysicalLimit) {
    const DeclaredRows rows{declared("f", 32)};
    Listener listener(rows, DataSheet{20, 0}, true);
    listener.ReportRuns(
        {repetition("f", 1, 2000), repetition("f", 1, 2000), repetition("f", 2, 2000)});
    listener.Finalize();
    EXPECT_EQ(counter(listener.runs[0], "above_physical_limit"), 1);
    EXPECT_EQ(counter(listener.runs[2], "above_physical_limit"), 0);  // 16 bytes a second
    EXPECT_NE(listener.runs[0].report_label.find("not believed"), std::string::npos);
}

TEST(Collector, ACaseThatWasWrongOnceHasNoTimes) {
    DeclaredRows rows{declared("f", 32)};
    rows[0].problem = "the output is wrong";
    Listener listener(rows, {}, true);
    OneRun labelled = repetition("f", 1, 2000);
    labelled.report_label = "32 GB/s";
    listener.ReportRuns({labelled, repetition("f", 1, 2000), aggregate("f", "median")});
    listener.Finalize();
    ASSERT_EQ(listener.runs.size(), 2U);
    EXPECT_EQ(listener.rows[0].seconds, 0);
    EXPECT_EQ(counter(listener.runs[0], "is_peer"), 0);
    EXPECT_EQ(listener.runs[0].report_label, "");
    EXPECT_EQ(counter(listener.runs[0], "throttled"), -1);
    // Google Benchmark 1.8 has renamed the field. Only in a template is what is missing no error.
    const auto expect_error = [](const auto& run) {
        if constexpr (requires { run.error_occurred; }) {
            EXPECT_TRUE(run.error_occurred);
        }
    };
    expect_error(listener.runs[0]);
}

TEST(Collector, FilteredBenchmarksHaveNoRow) {
    const DeclaredRows rows{declared("f", 32), declared("g", 32)};
    Listener listener(rows, {}, true);
    listener.ReportRuns({repetition("g", 1, 2000)});
    listener.Finalize();
    ASSERT_EQ(listener.rows.size(), 1U);
    EXPECT_EQ(listener.rows[0].function, "g");
}

TEST(Collector, JsonHasTheJudgedCounters) {
    const DeclaredRows rows{declared("f", 32)};
    JudgedFormat json("json", false, rows, {}, true);
    std::ostringstream text;
    json.SetOutputStream(&text);
    json.SetErrorStream(&text);
    EXPECT_TRUE(json.ReportContext({}));
    json.ReportRuns({repetition("f", 2, 2000), repetition("f", 2, 100)});
    json.Finalize();
    EXPECT_NE(text.str().find("\"throttled\": 1.0"), std::string::npos) << text.str();
    EXPECT_NE(text.str().find("\"throttled\": 0.0"), std::string::npos);
    EXPECT_EQ(text.str().back(), '\n');
}

TEST(Collector, AggregatesOnly) {
    const DeclaredRows rows{declared("f", 32)};
    JudgedFormat json("json", true, rows, {}, true);
    std::ostringstream text;
    json.SetOutputStream(&text);
    json.SetErrorStream(&text);
    EXPECT_TRUE(json.ReportContext({}));
    json.ReportRuns({repetition("f", 2, 2000), repetition("f", 2, 2000), aggregate("f", "median")});
    json.Finalize();
    EXPECT_EQ(text.str().find("\"iteration\""), std::string::npos) << text.str();
    EXPECT_NE(text.str().find("\"aggregate\""), std::string::npos);
}

TEST(Statistic, AsGoogleBenchmarkHasThem) {
    EXPECT_DOUBLE_EQ(statistic("mean", {1, 2, 6}), 3);
    EXPECT_DOUBLE_EQ(statistic("median", {1, 2, 6}), 2);
    EXPECT_DOUBLE_EQ(statistic("stddev", {1, 3}), 1.4142135623730951);
    EXPECT_DOUBLE_EQ(statistic("cv", {1, 3}), 1.4142135623730951 / 2);
    EXPECT_DOUBLE_EQ(statistic("stddev", {5}), 0);
}

}  // namespace
