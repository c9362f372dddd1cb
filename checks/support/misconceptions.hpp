// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Recognises a well-known mistake by the set of checks that fail.

#include <set>
#include <string>
#include <vector>

namespace workshop::checks {

/// @brief A known mistake whose failing checks are like those of a run.
struct Misconception {
    std::string words;    ///< what people who make this mistake believe
    std::string section;  ///< anchor in the lesson's text, without '#'; may be empty
    double likeness = 0;  ///< 1: exactly the same checks fail
};

/// @brief Looks up the table of known wrong kernels.
///
/// The likeness of two sets is the number of checks in both over the number in either.
/// @param[in] folder  checks/mutants: kills.txt and LESSON/NAME.mutant
/// @param[in] lesson  "01_serial_softmax"
/// @param[in] failing names of the checks that fail
/// @return the closest ones, at most three and all equally close, when they are at least 0.75
///        alike; nothing when files are missing
std::vector<Misconception> find_misconceptions(const std::string& folder, const std::string& lesson,
                                               const std::set<std::string>& failing);

}  // namespace workshop::checks
