// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief WORKSHOP_SUMMARY=FILE: what a process did, in a line for the script that ran it.

namespace workshop::emulator {

/// @brief Counts one launch for the summary.
void count_launch();

/// @brief Leaves the file FILE.error at the first error of the process. A process that ends by
///        _exit(), or a child of another one, has no summary that anybody reads.
void note_error_for_summary();

}  // namespace workshop::emulator
