// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Prints the first failure of a run in full, and the others as a list.

#include <iosfwd>
#include <string>

#include "program_info.hpp"
#include "run_results.hpp"
#include "text_style.hpp"

namespace workshop::checks {

/// @brief The first failure with its report, what was printed meanwhile and the mistakes that it is
///        known for; then the names of the other failures. Nothing when no check failed.
void print_first_failure(std::ostream& out, const ProgramInfo& info, const RunResults& results,
                         const PrintStyle& style);

/// @brief What a kernel or the device printed, cut after some lines. Nothing when it is empty.
void print_output(std::ostream& out, const ProgramInfo& info, const std::string& output);

/// @brief The first check that failed, or null.
const CheckResult* first_failure(const RunResults& results);

}  // namespace workshop::checks
