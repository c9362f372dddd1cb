// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "common_checks.hpp"
#include "compare.hpp"
#include "device.hpp"
#include "different_results.hpp"
#include "guarded_matrix.hpp"
#include "launch.hpp"
#include "order_of_additions.hpp"
#include "stream_check.hpp"

namespace workshop::checks {

namespace {

void determinism(const FunctionUnderTest& function) {
    const int launches = on_cpu_device() ? 10 : 100;
    for (const auto& [rows, wide, threads] :
         {std::tuple{33, 257, 128}, {3, 5000, 256}, {2, 1000, 96}}) {
        const std::int64_t cols = function.input_columns(wide);
        const HostMatrix data = normals(rows, cols, 1);
        const std::int64_t output_cols = function.output_columns(cols);
        GuardedMatrix x("x", rows, cols, cols, 0);
        GuardedMatrix y("the output", rows, output_cols, output_cols, 0);
        LaunchFacts facts;
        facts.function = &function;
        facts.data = data.contents;
        facts.arguments = {rows, cols, x.data(), cols, y.data(), output_cols, threads, nullptr};
        x.upload(data.values);
        std::vector<float> first;
        for (int launch = 0; launch < launches; ++launch) {
            y.upload_poison();
            if (!call_and_wait(facts)) return;
            y.download();
            if (launch == 0) first = y.values();
            const Comparison unwritten = find_never_written(y.values(), rows, output_cols);
            if (!unwritten.all_right()) {
                fail(describe_problem(
                    facts,
                    "Elements were never written: " + std::to_string(unwritten.wrong_count) + ".",
                    ""));
                return;
            }
            const Comparison comparison = compare_bits(first, y.values(), rows, output_cols);
            if (comparison.all_right()) continue;
            fail(
                describe_problem(facts,
                                 "Launch " + std::to_string(launch + 1) +
                                     " with the same input differs from the first in " +
                                     std::to_string(comparison.wrong_count) + " elements.",
                                 cause_of_different_results(races_are_reported(), kRaceOfThreads)));
            return;
        }
    }
}

/// Rows so wide that a kernel may share each among blocks. Only the bits are compared here: other
/// checks look at the values, and at errors.
void same_bits_of_wide_rows(const FunctionUnderTest& function) {
    OrderOfAdditions order;
    constexpr std::int64_t kRows = 2;
    const std::int64_t cols = function.input_columns(60004);
    const std::int64_t output_cols = function.output_columns(cols);
    const HostMatrix data = normals(kRows, cols, 1);
    GuardedMatrix x("x", kRows, cols, cols, 0);
    GuardedMatrix y("the output", kRows, output_cols, output_cols, 0);
    x.upload(data.values);
    for (const std::string& schedule : two_schedules()) {
        const ScheduleScope scope(schedule);
        y.upload_poison();
        const cudaError_t returned =
            function.call({kRows, cols, x.data(), cols, y.data(), output_cols, 256, nullptr});
        const cudaError_t ran = cudaDeviceSynchronize();
        (void)cudaGetLastError();
        if (returned != cudaSuccess || ran != cudaSuccess) return;
        y.download();
        const std::string shape = std::to_string(kRows) + " x " + std::to_string(cols);
        if (!order.check_same_bits(function.name, shape, y.values(), schedule)) return;
    }
}

/// The order in which blocks, warps and lanes run must not show in the result.
void any_order(const FunctionUnderTest& function) {
    OrderOfAdditions order;
    for (const std::string& schedule : schedules()) {
        const ScheduleScope scope(schedule);
        for (const auto& [rows, cols, threads] :
             {std::tuple{5, 257, 128}, {70, 33, 64}, {3, 1000, 96}, {2, 40, 1024}, {4, 7, 33}}) {
            LaunchPlan plan;
            plan.input = slopes_maker(rows, function.input_columns(cols));
            plan.threads_per_block = threads;
            if (!schedule.empty()) plan.note = "with WORKSHOP_SCHEDULE=" + schedule;
            std::vector<float> output;
            plan.first_output = &output;
            if (!check_launch(function, plan)) return;
            const std::string shape = std::to_string(rows) + " x " +
                                      std::to_string(function.input_columns(cols)) + ", " +
                                      std::to_string(threads) + " threads";
            if (!order.check_same_bits(function.name, shape, output, schedule)) return;
        }
    }
    same_bits_of_wide_rows(function);
}

/// Shapes and block sizes that change from call to call: nothing may be kept from an earlier call.
void second_launch(const FunctionUnderTest& function) {
    for (const auto& [rows, cols, threads] : {std::tuple{3, 5, 32},
                                              {40, 300, 256},
                                              {3, 5, 64},
                                              {1, 1, 128},
                                              {40, 300, 32},
                                              {41, 299, 256}}) {
        LaunchPlan plan;
        plan.input = slopes_maker(rows, function.input_columns(cols));
        plan.threads_per_block = threads;
        if (!check_launch(function, plan)) return;
    }
}

}  // namespace

CheckList repetition_checks(const FunctionUnderTest& function) {
    return {
        {"Stream", [=] { check_stream(function); }},
        {"Determinism", [=] { determinism(function); }},
        {"AnyOrder", [=] { any_order(function); }},
        {"SecondLaunch", [=] { second_launch(function); }},
    };
}

}  // namespace workshop::checks
