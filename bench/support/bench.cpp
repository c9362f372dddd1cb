// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "bench.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <exception>
#include <iostream>
#include <string>

#include "compare.hpp"
#include "device.hpp"
#include "inputs.hpp"
#include "measure.hpp"
#include "options.hpp"
#include "poison.hpp"

namespace workshop::bench {
namespace {

bool all_right = true;  // across all benchmarks of the program

void fail(benchmark::State& state, const std::string& cause) {
    all_right = false;
    state.SkipWithError(cause.c_str());
}

/// Compares what the timed launches left in every output buffer. @return empty, or what is wrong
std::string wrong_output(const Ring& ring, const checks::Expected& wanted) {
    for (std::size_t slot = 0; slot < ring.size(); ++slot) {
        const std::vector<float> got = ring.fetch(slot);
        const checks::Comparison comparison = checks::compare(got, wanted);
        if (comparison.all_right()) continue;
        const auto first = static_cast<std::size_t>(comparison.first);
        const double value = wanted.values[first];
        return "the output is wrong: " + std::to_string(comparison.wrong_count) + " of " +
               std::to_string(got.size()) + " elements; row " +
               std::to_string(comparison.first / wanted.cols) + ", column " +
               std::to_string(comparison.first % wanted.cols) + ": got " +
               checks::describe_value(got[first]) + ", wanted " + checks::describe_value(value);
    }
    return "";
}

/// The timed loop, and the figures that both the copy and the kernels report.
void time_launches(benchmark::State& state, const Ring& ring, const Launch& launch,
                   std::size_t bytes) {
    warm_up(ring, launch);
    Stopwatch stopwatch;
    double seconds = 0;
    for (auto _ : state) {
        const double one = seconds_of_one_launch(ring, launch, stopwatch);
        state.SetIterationTime(one);
        seconds += one;
    }
    const double rate =
        static_cast<double>(bytes) * static_cast<double>(state.iterations()) / seconds;
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.iterations());
    state.counters["GB/s"] = rate / 1e9;
    if (checks::on_cpu_device()) {
        state.SetLabel("time of the CPU device, not of a GPU");
    } else {
        state.counters["of_copy_%"] = 100 * rate / copy_rate(bytes);
    }
}

void measure_case(benchmark::State& state, const BenchCase& one, std::int64_t rows,
                  std::int64_t cols, int threads) try {
    const checks::HostMatrix input =
        one.input ? one.input(rows, cols) : checks::normals(rows, cols, 2);
    const std::int64_t output_cols = one.function.output_columns(cols);
    const auto outputs = static_cast<std::size_t>(rows * output_cols);
    Ring ring(input.values.size(), outputs);
    ring.fill(input.values);
    const auto launch = [&](std::size_t slot) {
        const cudaError_t error = one.function.call(
            {rows, cols, ring.input(slot), cols, ring.output(slot), output_cols, threads, nullptr});
        throw_on_cuda_error(error, one.function.name.c_str(), __FILE__, __LINE__);
    };
    // Every element read once and written once: what a perfect kernel would move.
    time_launches(state, ring, launch, (input.values.size() + outputs) * sizeof(float));
    const std::string wrong = wrong_output(ring, one.function.oracle(input, threads));
    if (!wrong.empty()) fail(state, wrong);
} catch (const std::exception& error) {
    fail(state, error.what());
}

void measure_copy(benchmark::State& state, std::int64_t rows, std::int64_t cols) try {
    const checks::HostMatrix input = checks::normals(rows, cols, 2);
    Ring ring(input.values.size(), input.values.size());
    ring.fill(input.values);
    const std::size_t bytes = input.values.size() * sizeof(float);
    const auto launch = [&](std::size_t slot) {
        WORKSHOP_CUDA_CHECK(cudaMemcpyAsync(ring.output(slot), ring.input(slot), bytes,
                                            cudaMemcpyDeviceToDevice, nullptr));
    };
    time_launches(state, ring, launch, 2 * bytes);
    for (std::size_t slot = 0; slot < ring.size(); ++slot) {
        if (ring.fetch(slot) != input.values) fail(state, "the copy is wrong");
    }
} catch (const std::exception& error) {
    fail(state, error.what());
}

void register_case(const std::string& name, const std::function<void(benchmark::State&)>& body) {
    benchmark::RegisterBenchmark(name.c_str(), body)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
}

}  // namespace

int run_benchmarks(int count, char** values, const std::vector<BenchCase>& cases) try {
    Options options = parse_options(count, values);
    benchmark::Initialize(&options.count, options.rest.data());
    if (benchmark::ReportUnrecognizedArguments(options.count, options.rest.data())) return 2;
    benchmark::AddCustomContext("device", checks::describe_device());
    benchmark::AddCustomContext("threads_per_block", std::to_string(options.threads));
    if (checks::device_state() != cudaSuccess) {
        throw std::runtime_error(checks::describe_device());
    }
    for (const Shape& shape : options.shapes) {
        const std::string copy = "device_to_device_copy/" + shape.text();
        register_case(copy, [=](benchmark::State& s) { measure_copy(s, shape.rows, shape.cols); });
        for (const BenchCase& one : cases) {
            Shape own = shape;
            if (one.fixed_cols > 0) {
                own = {std::max<std::int64_t>(shape.rows * shape.cols / one.fixed_cols, 1),
                       one.fixed_cols};
            }
            register_case(one.function.name + "/" + own.text(), [=](benchmark::State& s) {
                measure_case(s, one, own.rows, own.cols, options.threads);
            });
        }
    }
    benchmark::RunSpecifiedBenchmarks();
    return all_right ? 0 : 1;
} catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << "\n";
    return 2;
}

}  // namespace workshop::bench
