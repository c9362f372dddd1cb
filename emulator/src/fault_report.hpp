// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief From what a signal handler saw to a message and an error.

namespace workshop::emulator {

/// @brief Fills in execution.error and execution.diagnostic from execution.fault.
void explain_fault();

/// @brief Completes the diagnostic of a kernel that called a function of the host with the line
///        of the call: refuse_host_function() of host_functions.cpp has kept where it came
///        from.
void locate_host_call();

}  // namespace workshop::emulator
