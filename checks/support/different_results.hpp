// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Why the same input may give another result.

#include <string>

namespace workshop::checks {

/// @brief The likely cause of two launches that differ.
/// @param[in] races_are_reported a race would have been a report, and there was none: see
///                               races_are_reported() in device.hpp
/// @param[in] of_race            the cause where it may be one
std::string cause_of_different_results(bool races_are_reported, const std::string& of_race);

/// @brief The cause that may be a race, of a function whose threads share a row.
inline constexpr const char* kRaceOfThreads =
    "Threads race: one reads what another writes without a barrier in between, or the order of "
    "additions is left to chance (atomicAdd).";

}  // namespace workshop::checks
