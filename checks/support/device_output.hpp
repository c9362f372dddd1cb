// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Makes what a kernel or the CPU device printed fit to read.

#include <string>
#include <vector>

#include "program_info.hpp"

namespace workshop::checks {

/// @brief The folder of the workshop, absolute, from the folder of the mutants.
std::string workshop_folder(const ProgramInfo& info);

/// @brief The lines to show, at most `width` characters each.
///
/// Paths begin at the workshop's folder; the file under test has the name that other messages give
/// it, and a mutant's file, which stands for a student's, that of the starter. A report of the
/// device ("file:line: error: what" and the indented lines after it) that comes again is counted
/// and not shown.
std::vector<std::string> readable_output(const std::string& output, const ProgramInfo& info,
                                         std::size_t width);

}  // namespace workshop::checks
