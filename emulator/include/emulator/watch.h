// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief For tests: what the checkers have found, and the order in which threads run.

#include <string>

namespace workshop::emulator {

/// @brief How many errors memcheck, initcheck, racecheck and leakcheck have reported since the
///        process began. Warnings do not count.
unsigned long long finding_count();

/// @brief Lets the checkers tell a finding with all details again, even when an earlier launch has
///        shown it. cudaDeviceReset() does so too.
void repeat_findings_in_full();

/// @brief Chooses the order in which blocks, warps and lanes run from the next launch on. All are
///        legal orders of a GPU: a result that depends on it is wrong.
/// @param[in] text "forward" (the default), "reverse", or "random:SEED" with a whole number; the
///                 environment variable WORKSHOP_SCHEDULE sets what a process starts with
/// @return false when it is none of these; nothing changes then
bool set_schedule(const std::string& text);

/// @brief The present schedule, as set_schedule() takes it.
std::string schedule_text();

}  // namespace workshop::emulator
