// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Prints a run, for people or for programs.

#include <iosfwd>
#include <string>

#include "program_info.hpp"
#include "run_results.hpp"
#include "text_style.hpp"

namespace workshop::checks {

/// @brief The lines at the top: lesson, file under test, device.
void print_head(std::ostream& out, const ProgramInfo& info, const RunResults& results,
                const PrintStyle& style);

/// @brief Shows on one line which check is running. Does nothing unless style.live.
void print_progress(std::ostream& out, const RunResults& results, std::size_t index,
                    const PrintStyle& style);

/// @brief The folded result, the first failure in full, the others as a list, what to do next.
void print_results(std::ostream& out, const ProgramInfo& info, const RunResults& results,
                   const PrintStyle& style);

/// @brief One line for a check that has ended: "PASS name", "FAIL name", "SKIP name: reason" or
///        "NOTRUN name".
void print_plain(std::ostream& out, const CheckResult& check);

}  // namespace workshop::checks
