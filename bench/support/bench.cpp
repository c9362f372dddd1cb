// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "bench.hpp"

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <iostream>
#include <string>
#include <thread>

#include "context.hpp"
#include "session.hpp"
#include "support/device.hpp"
#include "workshop/cuda_check.hpp"

namespace workshop::bench {
namespace {

bool have_block_size(const std::vector<BenchCase>& cases) {
    return std::any_of(cases.begin(), cases.end(),
                       [](const BenchCase& one) { return one.function.has_block_size; });
}

bool count_operations(const std::vector<BenchCase>& cases) {
    return std::all_of(cases.begin(), cases.end(),
                       [](const BenchCase& one) { return static_cast<bool>(one.operations); });
}

std::unique_ptr<DeviceClocks> clocks_of_device() {
#ifdef WORKSHOP_BACKEND_EMULATOR
    return std::make_unique<NoClocks>("the CPU device has none");
#else
    char bus_id[64] = {};
    int device = 0;
    WORKSHOP_CUDA_CHECK(cudaGetDevice(&device));
    WORKSHOP_CUDA_CHECK(cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, device));
    return nvml_clocks(bus_id);
#endif
}

/// Before the first memory is taken: from then on this program is one of those that compute.
std::string look_for_other_load(DeviceClocks& clocks) {
    if (checks::on_cpu_device()) return "unknown";
    if (!clocks.read().known) std::cerr << "clocks: " << clocks.source() << "\n";
    const OtherLoad load = settled_other_load(
        clocks, [] { std::this_thread::sleep_for(std::chrono::milliseconds(250)); });
    const std::string text = describe(load);
    if (disturbs(load)) {
        std::cerr << "warning: others use this GPU (" << text << "): the times may be disturbed\n";
    }
    return text;
}

std::string heading(const Options& options, const std::vector<BenchCase>& cases) {
    std::string text = checks::describe_device();
    if (have_block_size(cases)) text += "\n" + std::to_string(options.threads) + " threads a block";
    return text;
}

void add_context(const Session& session, Context context, const std::vector<BenchCase>& cases,
                 const std::vector<std::string>& absent) {
    if (have_block_size(cases))
        context.emplace_back("threads_per_block", std::to_string(session.options().threads));
    std::string missing;
    for (const std::string& one : absent)
        missing += (missing.empty() ? "" : "; ") + one;
    if (!absent.empty()) context.emplace_back("absent_peers", missing);
    for (const auto& [name, value] : context)
        benchmark::AddCustomContext(name, value);
}

/// The shape that a case is measured at where the command line asks for `shape`.
Shape own_shape(const BenchCase& one, const Shape& shape) {
    if (one.fixed_cols == 0) return shape;
    return {std::max<std::int64_t>(shape.rows * shape.cols / one.fixed_cols, 1), one.fixed_cols};
}

void add_cases(Session& session, const std::vector<BenchCase>& cases) {
    for (const Shape& shape : session.options().shapes) {
        for (const BenchCase& one : cases) {
            if (!one.operations) session.add(copy_case(), own_shape(one, shape));
        }
        for (const BenchCase& one : cases)
            session.add(one, own_shape(one, shape));
    }
}

}  // namespace

int run_benchmarks(int count, char** values, const std::vector<BenchCase>& cases,
                   const std::vector<Shape>& usual, const std::vector<std::string>& absent) try {
    Options options = parse_options(count, values, usual);
    ResultFile result(options.out);
    if (!options.out.empty()) options.add_last("--benchmark_out=" + result.growing());
    benchmark::Initialize(&options.count, options.rest.data());
    if (benchmark::ReportUnrecognizedArguments(options.count, options.rest.data())) return 2;
    if (options.threads_chosen && !have_block_size(cases)) {
        throw std::runtime_error("--threads=" + std::to_string(options.threads) +
                                 ": the functions of this lesson choose their own block size");
    }
    if (checks::device_state() != cudaSuccess) {
        throw std::runtime_error(checks::describe_device());
    }
    for (const std::string& one : absent)
        std::cerr << "not measured beside the others: " << one << "\n";
    std::unique_ptr<DeviceClocks> clocks = clocks_of_device();
    const std::string other_load = look_for_other_load(*clocks);
    const bool progress = options.progress || isatty(STDERR_FILENO) == 1;
    Session session(std::move(options), std::move(clocks), progress ? &std::cerr : nullptr);
    add_context(session,
                context_of(session.options(), session.clocks(), session.device(), other_load),
                cases, absent);
    add_cases(session, cases);
    session.run(heading(session.options(), cases), count_operations(cases), result);
    return session.all_right() ? 0 : 1;
} catch (const std::exception& error) {
    std::cerr << "error: " << error.what() << "\n";
    return 2;
}

}  // namespace workshop::bench
