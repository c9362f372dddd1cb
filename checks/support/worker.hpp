// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The inner mode of a check program: runs checks and sends records.

namespace workshop::checks {

/// @brief Runs the checks that GoogleTest's filter selects, one after the other.
///
/// Ends early, after a record, when the device is broken for the rest of the process.
/// @param[in] descriptor where the records go
/// @return exit code of the process
int run_worker(int descriptor);

}  // namespace workshop::checks
