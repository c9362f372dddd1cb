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

/// @brief Which blocks of a grid run.
enum class BlocksThatRun {
    all,
    first,  ///< those with the lowest numbers
    last,   ///< those with the highest
};

/// @brief Chooses which blocks run from the next launch on, so that a test can see what a few
/// blocks
///        of a large grid do without the time of all others. The kernel sees the whole grid. In a
///        cooperative launch all blocks run.
/// @param[in] count of blocks, at most those of the grid; not used for BlocksThatRun::all
void choose_blocks(BlocksThatRun which, unsigned long long count = 0);

}  // namespace workshop::emulator
