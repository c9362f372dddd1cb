// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "call_effects.hpp"
#include "common_checks.hpp"
#include "compare.hpp"
#include "device.hpp"
#include "guarded_matrix.hpp"
#include "launch.hpp"
#include "order_of_additions.hpp"

namespace workshop::checks {

namespace {

/// Page-locked host memory: a copy from it can wait in a stream.
class PinnedValues {
  public:
    explicit PinnedValues(const std::vector<float>& values) {
        const std::size_t bytes = values.size() * sizeof(float);
        require(cudaMallocHost(&memory_, bytes), "cudaMallocHost");
        std::copy(values.begin(), values.end(), static_cast<float*>(memory_));
    }
    ~PinnedValues() { (void)cudaFreeHost(memory_); }
    PinnedValues(const PinnedValues&) = delete;
    PinnedValues& operator=(const PinnedValues&) = delete;
    const void* data() const { return memory_; }

  private:
    void* memory_ = nullptr;
};

/// The stream first waits, then brings the input, then runs the function. A launch on any other
/// stream does not wait and sees the input of before; a function that waits for its stream is seen
/// by the time it takes.
void stream(const FunctionUnderTest& function) {
    constexpr std::int64_t kRows = 40;
    const std::int64_t cols = function.input_columns(70);
    const HostMatrix before = normals(kRows, cols, 1);
    const HostMatrix late = normals(kRows, cols, 2);
    const PinnedValues pinned(late.values);
    const std::int64_t output_cols = function.output_columns(cols);
    GuardedMatrix x("x", kRows, cols, cols, 0);
    GuardedMatrix y("the output", kRows, output_cols, output_cols, 0);
    LaunchFacts facts;
    facts.function = &function;
    facts.arguments = {kRows, cols, x.data(), cols, y.data(), output_cols, kUsualThreads, nullptr};
    facts.attempt = "on a stream of its own";

    x.upload(before.values);
    // Once before: the first launch of a kernel may have to load it, which waits for the device.
    if (!call_and_wait(facts)) return;
    y.upload_poison();

    HeldStream held;
    facts.arguments.stream = held.stream();
    require(cudaMemcpyAsync(x.data(), pinned.data(), late.values.size() * sizeof(float),
                            cudaMemcpyHostToDevice, held.stream()),
            "cudaMemcpyAsync");
    cudaError_t returned = cudaSuccess;
    const CallProblem effect =
        watch_call([&] { return function.call(facts.arguments); }, held.stream(), &returned);
    // A kernel that is on the default stream by mistake has to run before the copy, not by luck of
    // timing: a busy GPU may start it late. The held stream is non-blocking, so this does not wait
    // for it; with nothing on the default stream it returns at once.
    require(cudaStreamSynchronize(nullptr), "cudaStreamSynchronize of the default stream");
    held.release();
    const cudaError_t finished = cudaStreamSynchronize(held.stream());
    require(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    if (returned != cudaSuccess || finished != cudaSuccess) {
        fail(describe_problem(facts,
                              "The function returned " + describe_error(returned) +
                                  ", the stream ended with " + describe_error(finished) + '.',
                              ""));
        return;
    }
    if (held.holds_back() && held.gave_up_waiting()) {
        fail(describe_problem(facts, "The function waited for the work of its stream.",
                              "cudaDeviceSynchronize() or cudaStreamSynchronize() in the function. "
                              "The caller decides when to wait."));
        return;
    }
    if (!effect.problem.empty()) {
        fail(describe_problem(facts, effect.problem, effect.cause));
        return;
    }
    y.download();
    const Expected expected = function.oracle(late, kUsualThreads);
    const Comparison comparison = compare(y.values(), expected);
    if (comparison.all_right()) return;
    if (compare(y.values(), function.oracle(before, kUsualThreads)).all_right()) {
        fail(describe_problem(
            facts, "The kernel did not wait for the work that was in its stream before it.",
            "The kernel was launched on another stream. Pass the stream: "
            "kernel<<<blocks, threads, shared bytes, stream>>>."));
        return;
    }
    fail(describe_mismatch(facts, late, y.values(), expected, comparison));
}

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
            fail(describe_problem(
                facts,
                "Launch " + std::to_string(launch + 1) +
                    " with the same input differs from the first in " +
                    std::to_string(comparison.wrong_count) + " elements.",
                "Threads race: one reads what another writes without a barrier in between, or the "
                "order of additions is left to chance (atomicAdd)."));
            return;
        }
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
        {"Stream", [=] { stream(function); }},
        {"Determinism", [=] { determinism(function); }},
        {"AnyOrder", [=] { any_order(function); }},
        {"SecondLaunch", [=] { second_launch(function); }},
    };
}

}  // namespace workshop::checks
