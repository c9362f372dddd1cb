// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Findings with their lines: what is one for a person becomes one, in the order to read.

#include <string>
#include <vector>

#include "../profile/source_lines.hpp"
#include "findings.hpp"
#include "swap_loop.hpp"

namespace workshop::emulator::watch {

/// @brief A finding with the lines that it is about. Races of the same two lines are one finding,
///        also where they are on several arrays: what orders the lines mends them all.
struct Located {
    Finding finding;
    profile::SourcePlace here;
    profile::SourcePlace there;
    std::string array = {};  ///< see array_of(): one statement may use several wrongly
    std::vector<Finding> in_other_arrays = {};  ///< the first race in each further array
    /// What the ordinary read of a race with an atomic is to an atomicCAS() that follows it.
    SwapLoopRead swap_loop = SwapLoopRead::none;
};

/// @brief Findings with their lines; those of the same kind on the same lines and the same
///        array are added up. What is
///        most likely the cause of the rest comes first.
std::vector<Located> locate(const std::vector<Finding>& findings);

/// @brief Whether all of the racing writes of a finding are of the same value.
bool is_of_same_value(const Finding& finding);

/// @brief Whether a finding is no error: such writes, or a read whose value an atomicCAS() tests.
bool is_warning(const Located& located);

/// @brief The line of the ordinary read of a race with an atomic; none when it is another race.
const profile::SourcePlace* read_beside_atomic(const Located& located);

/// @brief "file:line"
std::string text_of(const profile::SourcePlace& place);

}  // namespace workshop::emulator::watch
