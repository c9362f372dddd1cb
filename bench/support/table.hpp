// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a person reads: one line for each function and shape, within 100 columns.

#include <iosfwd>
#include <string>
#include <vector>

#include "collector.hpp"

namespace workshop::bench {

/// @brief What decides the columns.
struct TableStyle {
    bool on_cpu_device = false;      ///< times of a processor, and nothing to compare them with
    bool counts_operations = false;  ///< operations a second and the share of a library's, in place
                                     ///< of bytes a second and the share of a copy's
    std::vector<Mode> modes{Mode::cold};
};

/// @brief Writes the line above the figures, with a rule below it.
void print_columns(std::ostream& out, const TableStyle& style);

/// @brief Writes the figures: the rows of a function and shape become one line, with remarks below.
void print_rows(std::ostream& out, const std::vector<Row>& rows, const TableStyle& style);

/// @brief Prints the table where Google Benchmark would print its own.
class Table final : public Collector {
  public:
    /// @param[in] heading what stands above the table
    Table(std::string heading, TableStyle style, const DeclaredRows& declared, DataSheet limits)
        : Collector(declared, limits, !style.on_cpu_device),
          heading_(std::move(heading)),
          style_(std::move(style)) {}

    /// @brief Writes the heading of the table.
    bool ReportContext(const Context& context) override;

  private:
    void tell(const std::vector<Run>& runs, const std::vector<Row>& rows) override;

    std::string heading_;
    TableStyle style_;
};

}  // namespace workshop::bench
