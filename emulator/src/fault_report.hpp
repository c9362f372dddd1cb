// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief From what a signal handler saw to a message and an error.

namespace workshop::emulator {

/// @brief Fills in execution.error and execution.diagnostic from execution.fault.
void explain_fault();

}  // namespace workshop::emulator
