// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Findings with their lines: what is one for a person becomes one, in the order to read.

#include <string>
#include <vector>

#include "../profile/source_lines.hpp"
#include "findings.hpp"

namespace workshop::emulator::watch {

/// @brief A finding with the lines that it is about. Races of the same two lines are one finding,
///        also where they are on several arrays: what orders the lines mends them all.
struct Located {
    Finding finding;
    profile::SourcePlace here;
    profile::SourcePlace there;
    std::string array = {};  ///< see array_of(): one statement may use several wrongly
    std::vector<Finding> in_other_arrays = {};  ///< the first race in each further array
};

/// @brief Findings with their lines; those of the same kind on the same lines and the same
///        array are added up. What is
///        most likely the cause of the rest comes first.
std::vector<Located> locate(const std::vector<Finding>& findings);

/// @brief Whether a finding fails no check: racing writes, all of the same value.
bool is_warning(const Finding& finding);

/// @brief "file:line"
std::string text_of(const profile::SourcePlace& place);

}  // namespace workshop::emulator::watch
