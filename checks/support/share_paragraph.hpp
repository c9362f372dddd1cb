// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief A race in memory that a lesson gives to one thread alone: a barrier is not the remedy.

#include <iosfwd>

#include "program_info.hpp"
#include "run_results.hpp"

namespace workshop::checks {

/// @brief Leads to the paragraph "Share of another thread", where the lesson's text has one and the
///        failure is a race on dynamic shared memory.
///
/// The CPU device sees a race, and cannot know that each element was meant for one thread: it asks
/// for a barrier, which hides that the shares differ.
void print_paragraph_on_shares(std::ostream& out, const ProgramInfo& info,
                               const CheckResult& failure);

}  // namespace workshop::checks
