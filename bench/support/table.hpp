// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a person reads: one line a benchmark, within 100 columns.

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

namespace workshop::bench {

/// @brief Prints the runs of Google Benchmark as a table. Its own formats (JSON, CSV) are not
///        touched by this.
class Table : public benchmark::BenchmarkReporter {
  public:
    /// @param[in] heading what stands above the table
    /// @param[in] problems benchmark "function/ROWSxCOLS" -> why it has no time. It is filled while
    /// the
    ///            benchmarks run: Google Benchmark 1.8 renamed its own fields for it.
    /// @param[in] counts_operations operations a second and the share of a library's, in place of
    ///            bytes a second and the share of a copy's
    Table(std::string heading, const std::map<std::string, std::string>& problems,
          bool counts_operations = false)
        : heading_(std::move(heading)),
          problems_(problems),
          counts_operations_(counts_operations) {}

    bool ReportContext(const Context& context) override;
    void ReportRuns(const std::vector<Run>& runs) override;

  private:
    std::string heading_;
    const std::map<std::string, std::string>& problems_;
    bool counts_operations_;
};

}  // namespace workshop::bench
