// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Recognises mistakes where only part of the checks says something, or where there are two.

#include <set>
#include <string>
#include <vector>

#include "misconceptions.hpp"

namespace workshop::checks {

/// @brief Looks for a mistake by part of the checks: one that was asked for, or those of the
///        functions that are written.
///
/// Less is seen than in a run of all checks, so more has to agree: of the checks that are seen,
/// just those of the mistake fail, each in its way; the check by which the mistake is known is
/// among them, with its words and its numbers; and no mistake of another kind can be the one. A
/// report of the device alone is shared by many mistakes, and names none. The CPU device only.
/// @param[in] run  the failures among `seen`, with the words of each
/// @param[in] seen the checks that ran and count
/// @return mistakes of one kind; often nothing
std::vector<Misconception> find_in_part(const std::vector<KnownMistake>& known,
                                        const Signature& run, const std::set<std::string>& seen);

/// @brief Looks for two mistakes that explain a run together. The CPU device only.
///
/// They are named when they explain all failing checks and no other one, each is known by the words
/// and numbers of a check, each explains a check alone, and no other two do so.
/// @param[in] run all failures, with the words of each
/// @return two mistakes, the one that fails first in front; often nothing
std::vector<Misconception> find_two_mistakes(const std::vector<KnownMistake>& known,
                                             const Signature& run);

}  // namespace workshop::checks
