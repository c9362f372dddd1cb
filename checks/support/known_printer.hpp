// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Prints what is known beyond the first report: what is left to write, and which well-known
///        mistake fails like the run.

#include <iosfwd>
#include <string>
#include <vector>

#include "program_info.hpp"
#include "run_results.hpp"

namespace workshop::checks {

/// @brief The TODOs that can be why the first failing function fails; a value that may be unset,
/// where
///        WORKSHOP_UNSET_VALUE has the compiler's warning; then the mistakes that are
///        recognised in what is written, or else the paragraph on barriers, where the device saw
///        that part of a block came to one. Called when at least one check failed.
/// @return the mutants of the mistakes that were named
std::vector<std::string> print_known(std::ostream& out, const ProgramInfo& info,
                                     const RunResults& results);

}  // namespace workshop::checks
