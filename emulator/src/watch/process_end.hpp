// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the checkers do when the process or its device state ends: leakcheck, and the
///        exit code.

namespace workshop::emulator::watch {

/// @brief Asks to be called at the end. Called when a watched program begins.
void watch_process_end();

/// @brief Looks for leaks before cudaDeviceReset() frees everything, when leakcheck is asked for.
void watch_device_reset();

}  // namespace workshop::emulator::watch
