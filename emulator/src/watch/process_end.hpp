// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the checkers do when the process ends: leakcheck, and the exit code.

namespace workshop::emulator::watch {

/// @brief Asks to be called at the end. Called when a watched program begins.
void watch_process_end();

}  // namespace workshop::emulator::watch
