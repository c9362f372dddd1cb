// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "session.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <new>
#include <stdexcept>

#include "support/device.hpp"
#include "workshop/cuda_check.hpp"

namespace workshop::bench {
namespace {

WarmUp::Lengths warm_up_lengths() {
    // The clock of a processor is nobody's concern here.
    if (checks::on_cpu_device()) return {0, 0, std::numeric_limits<double>::infinity()};
    return {};
}

std::size_t free_device_bytes() {
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    WORKSHOP_CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
    return free_bytes;
}

/// What a person must know who reads the time of a repetition.
std::string note_of(PreparedCase& prepared, Mode mode) {
    const Replay& replay = prepared.replay(mode);
    std::string note;
    if (!replay.why_no_graph().empty())
        note = "launched one by one, not as a graph: " + replay.why_no_graph();
    else if (replay.has_graph() && !replay.is_graph())
        note = "launched one by one, which is faster here than a graph";
    if (mode == Mode::cold && !prepared.ring().larger_than_cache())
        note += std::string(note.empty() ? "" : "; ") +
                "so small that all buffers fit into the L2 "
                "cache: not cold";
    return note;
}

std::string cpu_label(const Row& row, double seconds) {
    char label[80];
    const bool operations = row.operations > 0;
    std::snprintf(label, sizeof label, "%.3g %s/s on the CPU device: no time of a GPU",
                  (operations ? row.operations : row.bytes) / seconds / 1e9,
                  operations ? "GFLOP" : "GB");
    return label;
}

void set_counters(benchmark::State& state, const Row& row, const Repetition& repetition,
                  const Replay& replay) {
    const double seconds = repetition.seconds_of_launch();
    state.counters["from_graph"] = replay.is_graph() ? 1 : 0;
    state.counters["bytes"] = row.bytes;
    state.counters["operations"] = row.operations;
    state.counters["bytes_per_second"] = row.bytes / seconds;
    if (row.operations > 0) state.counters["operations_per_second"] = row.operations / seconds;
    if (!repetition.after.known) return;
    state.counters["sm_mhz_before"] = repetition.before.sm_mhz;
    state.counters["sm_mhz_after"] = repetition.after.sm_mhz;
    state.counters["memory_mhz"] = repetition.after.memory_mhz;
    state.counters["temperature_c"] = repetition.after.temperature_c;
    state.counters["throttle_reasons"] =
        static_cast<double>(repetition.before.slow_reasons | repetition.after.slow_reasons);
}

std::string too_large(const Shape& shape) {
    return "a matrix of " + shape.text() +
           " does not fit into the memory of this machine; next: smaller --shapes";
}

}  // namespace

OwnStream::OwnStream() {
    WORKSHOP_CUDA_CHECK(cudaStreamCreate(&stream_));
}

OwnStream::~OwnStream() {
    (void)cudaStreamDestroy(stream_);
}

Session::Session(Options options, std::unique_ptr<DeviceClocks> clocks, std::ostream* progress)
    : options_(std::move(options)),
      clocks_(std::move(clocks)),
      device_(device_numbers(clocks_->max_sm_mhz())),
      warm_up_(host_seconds, warm_up_lengths()),
      cases_(free_device_bytes, stream_.get()) {
    if (progress != nullptr) progress_.emplace(*progress, host_seconds);
    // Benchmarks keep the address of their row.
    rows_.reserve(4096);
}

void Session::add(const BenchCase& one, const Shape& shape) {
    for (const Mode mode : options_.modes) {
        Row row;
        row.function = one.function.name;
        row.shape = shape.text();
        row.mode = mode;
        row.is_peer = one.is_peer;
        const std::string name = row.name();
        const bool is_known = std::any_of(rows_.begin(), rows_.end(), [&](const Row& other) {
            return other.name() == name;  // two shapes may be one for fixed_cols
        });
        if (is_known) continue;
        if (rows_.size() == rows_.capacity()) throw std::runtime_error("too many shapes");
        Row* const kept = &rows_.emplace_back(std::move(row));
        benchmark::RegisterBenchmark(
            name.c_str(), [=, this](benchmark::State& state) { measure(state, one, shape, *kept); })
            ->UseManualTime()
            ->Unit(benchmark::kMicrosecond);
    }
}

void Session::measure_case(benchmark::State& state, const BenchCase& one, const Shape& shape,
                           Row& row) {
    PreparedCase& prepared = cases_.get(one, shape, options_.threads);
    row.bytes = one.bytes ? one.bytes(shape.rows, shape.cols)
                          : static_cast<double>(prepared.floats() * sizeof(float));
    row.operations = one.operations ? one.operations(shape.rows, shape.cols) : 0;
    const Instruments instruments{timer_, *clocks_, warm_up_,
                                  checks::on_cpu_device() ? 0.0 : 0.005};
    // An iteration is a launch; the loop runs a burst of them at a time.
    const Repetition repetition = run_repetition(
        prepared, row.mode, instruments,
        [&](std::size_t launches) {
            return state.KeepRunningBatch(static_cast<benchmark::IterationCount>(launches));
        },
        [&](double seconds) { state.SetIterationTime(seconds); });
    row.note = note_of(prepared, row.mode);
    set_counters(state, row, repetition, prepared.replay(row.mode));
    if (checks::on_cpu_device()) state.SetLabel(cpu_label(row, repetition.seconds_of_launch()));
    if (!repetition.problem.empty()) throw std::runtime_error(repetition.problem);
}

void Session::measure(benchmark::State& state, const BenchCase& one, const Shape& shape, Row& row) {
    const bool is_new = !cases_.has(name_of(one, shape));
    if (progress_) progress_->begin(row.name(), state.max_iterations);
    if (row.problem.empty()) {
        try {
            measure_case(state, one, shape, row);
        } catch (const std::bad_alloc&) {
            row.problem = too_large(shape);
        } catch (const std::length_error&) {  // more elements than any vector can have
            row.problem = too_large(shape);
        } catch (const std::exception& error) {
            row.problem = error.what();
        }
    }
    if (progress_) progress_->end(is_new);
    if (!row.problem.empty()) state.SkipWithError(row.problem.c_str());
}

}  // namespace workshop::bench
