// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Races between threads that a lock keeps apart: what orders their accesses is a fence.

#include "../diagnostics.hpp"
#include "located_findings.hpp"

namespace workshop::emulator::watch {

/// @brief Explains a race of two ordinary accesses of a block that stand between the atomic that
///        takes a lock and what gives it back, without a fence.
/// @return whether it is one
bool explain_lock_without_fence(const Located& located, Diagnostic& diagnostic);

/// @brief Explains a race of the atomic that takes a lock with the ordinary store that gives it
///        back.
/// @return whether it is one
bool explain_plain_unlock(const Located& located, Diagnostic& diagnostic);

}  // namespace workshop::emulator::watch
