// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "bench.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "measure.hpp"
#include "options.hpp"
#include "support/compare.hpp"
#include "support/device.hpp"
#include "support/inputs.hpp"
#include "support/poison.hpp"
#include "table.hpp"

namespace workshop::bench {
namespace {

std::map<std::string, std::string> problems;  // benchmark -> why it has no time

std::string name_of(const BenchCase& one, const Shape& shape) {
    return one.function.name + "/" + shape.text();
}

void fail(benchmark::State& state, const std::string& name, const std::string& cause) {
    problems[name] = cause;
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

std::map<std::string, double> peer_rates;  // shape -> operations a second of the peer

/// What stands behind the time of a case that counts operations.
std::string operations_label(benchmark::State& state, double rate, bool is_peer,
                             const std::string& shape) {
    char label[80];
    state.counters["operations_per_second"] = rate;
    if (checks::on_cpu_device()) {
        std::snprintf(label, sizeof label, "%.3g GFLOP/s on the CPU device: no time of a GPU",
                      rate / 1e9);
        return label;
    }
    if (is_peer) peer_rates[shape] = rate;
    const auto peer = peer_rates.find(shape);
    if (is_peer || peer == peer_rates.end()) {
        std::snprintf(label, sizeof label, "%.2f TFLOP/s", rate / 1e12);
    } else {
        const double percent = 100 * rate / peer->second;
        std::snprintf(label, sizeof label, "%.2f TFLOP/s, %.1f %% of the library", rate / 1e12,
                      percent);
        state.counters["percent_of_library"] = percent;
    }
    return label;
}

/// The timed loop, and the figures that both the copy and the kernels report, where bytes count.
/// @return seconds of one launch
double time_launches(benchmark::State& state, const Ring& ring, const Launch& launch,
                     std::size_t bytes, bool bytes_count = true) {
    warm_up(ring, launch);
    Stopwatch stopwatch;
    const std::size_t burst = burst_length(ring);
    double seconds = 0;
    // An iteration is a launch; the loop runs a burst of them at a time.
    while (state.KeepRunningBatch(static_cast<benchmark::IterationCount>(burst))) {
        const double of_burst = seconds_of_burst(ring, launch, burst, stopwatch);
        state.SetIterationTime(of_burst);
        seconds += of_burst;
    }
    const double rate =
        static_cast<double>(bytes) * static_cast<double>(state.iterations()) / seconds;
    if (!bytes_count) return seconds / static_cast<double>(state.iterations());
    state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.iterations());
    char label[80];
    if (checks::on_cpu_device()) {
        std::snprintf(label, sizeof label, "%.3g GB/s on the CPU device: no time of a GPU",
                      rate / 1e9);
    } else {
        const double percent = 100 * rate / copy_rate(bytes);
        std::snprintf(label, sizeof label, "%.0f GB/s, %.1f %% of the copy", rate / 1e9, percent);
        state.counters["percent_of_copy"] = percent;
    }
    state.SetLabel(label);
    return seconds / static_cast<double>(state.iterations());
}

/// What a case needs at one shape. Google Benchmark calls a benchmark several times until it has
/// found the number of iterations, so this is kept until another case comes.
struct Prepared {
    Prepared(const BenchCase& one, const Shape& shape, int threads)
        : input(one.input ? one.input(shape.rows, shape.cols)
                          : checks::normals(shape.rows, shape.cols, 2)),
          wanted(one.function.oracle(input, threads)),
          ring(input.values.size(), wanted.values.size()) {
        ring.fill_inputs(input.values);
    }
    checks::HostMatrix input;
    checks::Expected wanted;
    Ring ring;
};

Prepared& prepare(const BenchCase& one, const Shape& shape, int threads) {
    static std::string kept_name;
    static std::unique_ptr<Prepared> kept;
    const std::string name = name_of(one, shape);
    if (name != kept_name) {
        kept.reset();  // first the memory of the last case, then that of this one
        kept = std::make_unique<Prepared>(one, shape, threads);
        kept_name = name;
    }
    return *kept;
}

void measure(benchmark::State& state, const BenchCase& one, const Shape& shape, int threads) try {
    Prepared& prepared = prepare(one, shape, threads);
    Ring& ring = prepared.ring;
    ring.poison_outputs();
    const std::int64_t output_cols = one.function.output_columns(shape.cols);
    const auto launch = [&](std::size_t slot) {
        const cudaError_t error =
            one.function.call({shape.rows, shape.cols, ring.input(slot), shape.cols,
                               ring.output(slot), output_cols, threads, nullptr});
        throw_on_cuda_error(error, one.function.name.c_str(), __FILE__, __LINE__);
    };
    // Every element read once and written once: what a perfect kernel would move.
    const std::size_t floats = prepared.input.values.size() + prepared.wanted.values.size();
    const double seconds =
        time_launches(state, ring, launch, floats * sizeof(float), !one.operations);
    if (one.operations) {
        const double rate = one.operations(shape.rows, shape.cols) / seconds;
        state.SetLabel(operations_label(state, rate, one.is_peer, shape.text()));
    }
    const std::string wrong = wrong_output(ring, prepared.wanted);
    if (!wrong.empty()) fail(state, name_of(one, shape), wrong);
} catch (const std::exception& error) {
    fail(state, name_of(one, shape), error.what());
}

/// The reference: a copy moves as much and computes nothing.
BenchCase copy_case() {
    BenchCase one;
    one.function.name = "device_to_device_copy";
    one.function.has_block_size = false;
    one.function.call = [](const checks::Arguments& a) {
        return cudaMemcpyAsync(a.y, a.x, static_cast<std::size_t>(a.rows * a.cols) * sizeof(float),
                               cudaMemcpyDeviceToDevice, a.stream);
    };
    one.function.oracle = [](const checks::HostMatrix& x, int) {
        checks::Expected expected(x.rows, x.cols);
        std::copy(x.values.begin(), x.values.end(), expected.values.begin());
        return expected;  // with bounds of 0
    };
    return one;
}

void register_case(const BenchCase& one, const Shape& shape, int threads) {
    Shape own = shape;
    if (one.fixed_cols > 0) {
        own.rows = std::max<std::int64_t>(shape.rows * shape.cols / one.fixed_cols, 1);
        own.cols = one.fixed_cols;
    }
    const std::string name = name_of(one, own);
    static std::set<std::string> registered;  // two shapes may be one for fixed_cols
    if (!registered.insert(name).second) return;
    const auto body = [=](benchmark::State& state) { measure(state, one, own, threads); };
    benchmark::RegisterBenchmark(name.c_str(), body)
        ->UseManualTime()
        ->Unit(benchmark::kMicrosecond);
}

bool have_block_size(const std::vector<BenchCase>& cases) {
    return std::any_of(cases.begin(), cases.end(),
                       [](const BenchCase& one) { return one.function.has_block_size; });
}

bool count_operations(const std::vector<BenchCase>& cases) {
    return std::all_of(cases.begin(), cases.end(),
                       [](const BenchCase& one) { return static_cast<bool>(one.operations); });
}

void add_context(const Options& options, const std::vector<BenchCase>& cases) {
    benchmark::AddCustomContext("device", checks::describe_device());
    if (have_block_size(cases)) {
        benchmark::AddCustomContext("threads_per_block", std::to_string(options.threads));
    } else if (options.threads_chosen) {
        throw std::runtime_error("--threads=" + std::to_string(options.threads) +
                                 ": the functions of this lesson choose their own block size");
    }
}

std::string heading(const Options& options, const std::vector<BenchCase>& cases) {
    std::string text = checks::describe_device();
    if (have_block_size(cases)) text += "\n" + std::to_string(options.threads) + " threads a block";
    return text;
}

void run(const Options& options, const std::vector<BenchCase>& cases) {
    if (!options.own_table) {
        benchmark::RunSpecifiedBenchmarks();
        return;
    }
    Table table(heading(options, cases), problems, count_operations(cases));
    benchmark::RunSpecifiedBenchmarks(&table);
}

}  // namespace

int run_benchmarks(int count, char** values, const std::vector<BenchCase>& cases,
                   const std::vector<Shape>& usual) try {
    Options options = parse_options(count, values, usual);
    benchmark::Initialize(&options.count, options.rest.data());
    if (benchmark::ReportUnrecognizedArguments(options.count, options.rest.data())) return 2;
    add_context(options, cases);
    if (checks::device_state() != cudaSuccess) {
        throw std::runtime_error(checks::describe_device());
    }
    for (const Shape& shape : options.shapes) {
        if (!count_operations(cases)) register_case(copy_case(), shape, options.threads);
        for (const BenchCase& one : cases)
            register_case(one, shape, options.threads);
    }
    run(options, cases);
    return problems.empty() ? 0 : 1;
} catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << "\n";
    return 2;
}

}  // namespace workshop::bench
