// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief A race in memory that a lesson gives to one thread alone: a barrier is not the remedy.

#include <string>

#include "run_results.hpp"

namespace workshop::checks {

/// @brief What to ask before a barrier is put there, for a lesson with the paragraph "Share of
///        another thread", where the first report of a failure is a race on dynamic shared memory,
///        or a read of dynamic shared memory that nobody has written.
///
/// The CPU device sees a race, and cannot know that each element was meant for one thread: it asks
/// for a barrier, which hides that the shares differ.
/// @return empty for other failures
std::string about_shares(const CheckResult& failure);

}  // namespace workshop::checks
