// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What is told of a race.

#include <vector>

#include "../diagnostics.hpp"
#include "located_findings.hpp"

namespace workshop::emulator::watch {

/// @brief Describes a race.
/// @param[in] located      the race
/// @param[in] all          findings of the launch
/// @param[in] across_warps a race of the launch in the same kind of memory is between warps
/// @param[in,out] diagnostic gets what happened, the likely cause, and what to do
void explain_race(const Located& located, const std::vector<Located>& all, bool across_warps,
                  Diagnostic& diagnostic);

}  // namespace workshop::emulator::watch
