// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The time limit of a launch: a timer that counts the processor time of the OS thread, so
///        that a stop in a debugger or a busy machine does not end a kernel. It sends SIGALRM.

#include <csignal>

namespace workshop::emulator {

/// @brief Starts the timer for the calling OS thread.
/// @param[in] seconds 0: no limit
void start_watchdog(double seconds);
void stop_watchdog();

/// @brief Whether a signal comes from the timer of a launch, not from one of the program's own.
///        Usable in a signal handler.
bool is_watchdog_signal(const siginfo_t& info);

/// @brief Lets the timer ring again in a few milliseconds. Usable in a signal handler.
/// @return false when that has been done too often for this launch
bool retry_watchdog();

}  // namespace workshop::emulator
