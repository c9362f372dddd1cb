// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief WORKSHOP_SUMMARY=FILE: what a process did, in a line for the script that ran it.

namespace workshop::emulator {

/// @brief Counts one launch for the summary.
void count_launch();

}  // namespace workshop::emulator
