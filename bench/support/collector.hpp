// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Takes what Google Benchmark measured, and adds what only the whole run can tell.

#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "limits.hpp"
#include "rows.hpp"

namespace workshop::bench {

/// @brief What was declared of every benchmark of the program, in the order of the report.
using DeclaredRows = std::vector<Row>;

/// @brief Collects all repetitions. They interleave, so the last of a case comes shortly before the
///        end, and the highest clock and the copy's time are known at the end only.
class Collector : public benchmark::BenchmarkReporter {
  public:
    /// @param[in] declared is filled with problems and notes while the benchmarks run
    /// @param[in] compare false: with nothing, as judge_rows() has it
    Collector(const DeclaredRows& declared, DataSheet limits, bool compare)
        : declared_(declared), limits_(limits), compare_(compare) {}

    /// @brief Takes the measurements of one case from Google Benchmark.
    void ReportRuns(const std::vector<Run>& runs) override;
    /// @brief Called by Google Benchmark after the last case.
    void Finalize() override;

    /// @brief Whether the end was reached, and what it told has arrived where it was written to.
    bool has_arrived() const { return has_ended_ && fault_.empty(); }
    /// @brief Why it has not arrived; empty: it has, or nothing was told.
    const std::string& fault() const { return fault_; }

  protected:
    /// @brief To be called when everything is written: keeps what became of it.
    void end();

    /// @brief At the end: everything measured, with the judged counters in the runs.
    virtual void tell(const std::vector<Run>& runs, const std::vector<Row>& rows) = 0;

  private:
    const DeclaredRows& declared_;
    DataSheet limits_;
    bool compare_;
    std::vector<Run> runs_;
    bool has_ended_ = false;
    std::string fault_;
};

/// @brief Passes the judged runs to one of Google Benchmark's own formats.
class JudgedFormat final : public Collector {
  public:
    /// @param[in] format json, csv or console
    /// @param[in] aggregates_only leaves the repetitions out
    JudgedFormat(const std::string& format, bool aggregates_only, const DeclaredRows& declared,
                 DataSheet limits, bool compare);

    /// @brief Writes the heading, in the format of Google Benchmark.
    bool ReportContext(const Context& context) override;
    /// @brief Ends the output once all rows are judged.
    void Finalize() override;

  private:
    void tell(const std::vector<Run>& runs, const std::vector<Row>& rows) override;

    std::unique_ptr<benchmark::BenchmarkReporter> format_;
    bool aggregates_only_;
};

}  // namespace workshop::bench
