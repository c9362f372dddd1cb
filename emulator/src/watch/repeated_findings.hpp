// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What was told for earlier launches: in short when it comes again, and after some launches
///        only counted.

#include "../diagnostics.hpp"
#include "located_findings.hpp"

namespace workshop::emulator::watch {

/// @brief How much of a finding a person gets to see.
enum class Telling { in_full, in_short, last_time, only_counted };

/// @brief Notes that a finding is told.
/// @param[in] arrays_before how many findings before it are about another array on the same line:
///            arrays of several launches are not the same ones, and are told apart by that
/// @param[in] diagnostic what is told of it
Telling note_telling(const Located& located, unsigned arrays_before, const Diagnostic& diagnostic);

/// @brief Tells how often those came that were only counted, and forgets what was told.
void tell_totals();

/// @brief From now on every repetition is told: a host program reads the reports of each launch.
void count_no_repetitions();

}  // namespace workshop::emulator::watch
