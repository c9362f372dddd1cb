// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the lines of a race with an atomic tell of its cause.

#include "../diagnostics.hpp"
#include "located_findings.hpp"

namespace workshop::emulator::watch {

/// @brief Explains a race of atomics whose scope is too small, or of an atomic with a test that
///        should have been a part of it.
/// @param[in,out] diagnostic gets the likely cause, and what to do
/// @return false when it is neither
bool explain_race_of_atomics(const Located& located, Diagnostic& diagnostic);

/// @brief Explains a race of atomics with the ordinary read that a compare-and-swap loop begins
/// with.
/// @param[in,out] diagnostic becomes a warning where an old value does no harm
/// @return false when it is another race
bool explain_swap_loop(const Located& located, Diagnostic& diagnostic);

}  // namespace workshop::emulator::watch
