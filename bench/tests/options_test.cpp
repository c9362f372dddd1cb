// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// The command line, and what is read out of the name of a program.

#include "options.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "context.hpp"
#include "support/device.hpp"

namespace {

using namespace workshop;
using namespace workshop::bench;

Options parse(std::vector<std::string> words) {
    words.insert(words.begin(), "bench");
    // They live as long as the program: the options point to them.
    static std::deque<std::string> kept;
    std::vector<char*> values;
    for (const std::string& word : words)
        values.push_back(kept.emplace_back(word).data());
    return parse_options(static_cast<int>(values.size()), values.data());
}

std::string problem_of(const std::string& word) {
    try {
        (void)parse({word});
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "";
}

std::vector<std::string> rest_of(const Options& options) {
    return {options.rest.begin(), options.rest.begin() + options.count};
}

TEST(Options, OwnOnesAreTakenOut) {
    const Options options =
        parse({"--shapes=2x3,4x5", "--threads=64", "--progress", "--modes=cold"});
    EXPECT_EQ(options.shapes.size(), 2U);
    EXPECT_EQ(options.shapes[1].text(), "4x5");
    EXPECT_EQ(options.threads, 64);
    EXPECT_TRUE(options.progress);
    EXPECT_EQ(options.modes, std::vector<Mode>{Mode::cold});
    for (const std::string& word : rest_of(options))
        EXPECT_TRUE(word == "bench" || word.starts_with("--benchmark_")) << word;
    EXPECT_EQ(options.rest.back(), nullptr);
}

TEST(Options, TheUsersOwnComeLast) {
    const std::vector<std::string> rest = rest_of(parse({"--benchmark_repetitions=3"}));
    ASSERT_GT(rest.size(), 2U);
    EXPECT_EQ(rest.back(), "--benchmark_repetitions=3");
    EXPECT_NE(std::find(rest.begin(), rest.end(), "--benchmark_enable_random_interleaving=true"),
              rest.end());
    const std::string usual =
        checks::on_cpu_device() ? "--benchmark_repetitions=1" : "--benchmark_repetitions=9";
    EXPECT_NE(std::find(rest.begin(), rest.end(), usual), rest.end());
}

TEST(Options, WhatTheReportsMustKnow) {
    const Options options =
        parse({"--benchmark_format=json", "--benchmark_out=a.json", "--benchmark_out_format=csv",
               "--benchmark_filter=f", "--benchmark_report_aggregates_only=true"});
    EXPECT_EQ(options.format, "json");
    EXPECT_EQ(options.out, "a.json");
    EXPECT_EQ(options.out_format, "csv");
    EXPECT_EQ(options.filter, "f");
    EXPECT_TRUE(options.aggregates_only);
    EXPECT_EQ(parse({}).format, "");
    EXPECT_EQ(parse({}).out_format, "json");
    EXPECT_FALSE(parse({"--benchmark_report_aggregates_only=false"}).aggregates_only);
}

TEST(Options, BadOnesAreQuoted) {
    EXPECT_EQ(problem_of("--shapes=3"), "--shapes=3: give ROWSxCOLS");
    EXPECT_EQ(problem_of("--shapes="), "--shapes=: give ROWSxCOLS");
    EXPECT_EQ(problem_of("--shapes=3x-1"),
              "--shapes=3x-1: '-1' is not a number from 1 to 1073741824");
    EXPECT_EQ(problem_of("--threads=1025"),
              "--threads=1025: '1025' is not a number from 1 to 1024");
    EXPECT_EQ(problem_of("--threads=1e3"), "--threads=1e3: '1e3' is not a number from 1 to 1024");
    EXPECT_EQ(problem_of("--modes=hot"), "--modes=hot: 'hot' is none of cold, warm, eager");
    EXPECT_EQ(problem_of("--modes="), "--modes=: give one or more of cold,warm,eager");
}

TEST(Options, TheCpuDeviceHasOneMode) {
    if (!checks::on_cpu_device()) GTEST_SKIP() << "a GPU has all";
    EXPECT_EQ(parse({}).modes, std::vector<Mode>{Mode::cold});
    EXPECT_EQ(problem_of("--modes=cold,warm"),
              "--modes=cold,warm: the CPU device has one mode, cold");
}

TEST(Modes, AList) {
    EXPECT_EQ(modes_of("eager,cold,eager", ""), (std::vector<Mode>{Mode::eager, Mode::cold}));
    EXPECT_EQ(text_of({Mode::cold, Mode::warm}), "cold,warm");
}

TEST(ProgramName, SaysLessonAndImplementation) {
    EXPECT_EQ(program_name("/a/b/bench_01_serial_softmax_solution").lesson, "01_serial_softmax");
    EXPECT_EQ(program_name("bench_01_serial_softmax_solution").implementation, "solution");
    EXPECT_EQ(program_name("bench_01_serial_softmax_generated_starter").lesson,
              "01_serial_softmax");
    EXPECT_EQ(program_name("bench_05_persistent_grid_further").implementation, "further");
    EXPECT_EQ(program_name("other").lesson, "unknown");
    EXPECT_EQ(program_name("bench_solution").lesson, "unknown");
}

TEST(Context, NamesEverythingAReportNeeds) {
    if (checks::device_state() != cudaSuccess) GTEST_SKIP() << "no device to ask";
    NoClocks clocks("no NVML");
    const Options options = parse({});
    const Context context = context_of(options, clocks, device_numbers(0), "none");
    for (const char* const name :
         {"gpu", "compute_capability", "driver", "toolkit", "sm_mhz_max", "memory_mhz", "l2_bytes",
          "data_sheet_bytes_per_second", "data_sheet_flops", "git_revision", "flags", "lesson",
          "implementation", "modes", "nvml", "other_load"}) {
        const auto found = std::find_if(context.begin(), context.end(),
                                        [&](const auto& one) { return one.first == name; });
        ASSERT_NE(found, context.end()) << name;
        EXPECT_NE(found->second, "") << name;
    }
}

}  // namespace
