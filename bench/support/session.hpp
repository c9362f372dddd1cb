// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What all benchmarks of a program share while it runs.

#include <benchmark/benchmark.h>

#include <memory>
#include <optional>
#include <string>

#include "collector.hpp"
#include "progress.hpp"
#include "repetition.hpp"
#include "result_file.hpp"
#include "table.hpp"

namespace workshop::bench {

/// @brief A stream of its own, destroyed at the end of its scope. It waits for the default
///        stream and the other way round, so a function that ignores the stream it was given is
///        timed as well.
class OwnStream {
  public:
    OwnStream();
    ~OwnStream();
    OwnStream(const OwnStream&) = delete;
    OwnStream& operator=(const OwnStream&) = delete;
    /// @brief The stream itself.
    cudaStream_t get() const { return stream_; }

  private:
    cudaStream_t stream_ = nullptr;
};

/// @brief A run: the instruments, the prepared cases, and what is known of each benchmark.
class Session {
  public:
    /// @param[in] progress where the progress is written; empty: nowhere
    Session(Options options, std::unique_ptr<DeviceClocks> clocks, std::ostream* progress);

    /// @brief Registers a case with Google Benchmark, once for each mode.
    void add(const BenchCase& one, const Shape& shape);

    /// @brief Runs what was registered.
    /// @param[in] heading what stands above the table
    /// @param[in] counts_operations what the table is about
    /// @param[in] result where Google Benchmark writes the file that was asked for
    /// @throws std::runtime_error when the result could not be written, or nothing was measured
    void run(const std::string& heading, bool counts_operations, ResultFile& result);

    /// @brief Whether everything was measured and right.
    bool all_right() const;

    /// @brief What reads the clocks of the device.
    DeviceClocks& clocks() { return *clocks_; }
    /// @brief What the device is.
    const DeviceNumbers& device() const { return device_; }
    /// @brief What the person asked for.
    const Options& options() const { return options_; }

  private:
    void measure(benchmark::State& state, const BenchCase& one, const Shape& shape, Row& row);
    void measure_case(benchmark::State& state, const BenchCase& one, const Shape& shape, Row& row);
    std::unique_ptr<Collector> reporter(const std::string& format, bool aggregates_only) const;
    void expect_progress();

    Options options_;
    std::unique_ptr<DeviceClocks> clocks_;
    DeviceNumbers device_;
    OwnStream stream_;
    EventTimer timer_;
    WarmUp warm_up_;
    PreparedCases cases_;
    DeclaredRows rows_;
    std::optional<Progress> progress_;
    TableStyle style_;
    std::string heading_;
};

}  // namespace workshop::bench
