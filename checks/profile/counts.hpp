// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The counts of every function as lines for a script: tools/compare-lesson.sh.

#include <ostream>

#include "options.hpp"

namespace workshop::checks {

/// @brief Calls every function of the lesson once, and writes each quantity of quantities() as
///        a line "function <tab> quantity <tab> value", and "function <tab> problem <tab> text"
///        for a call that failed, or whose output is wrong at this shape. The same kernel gives the
///        same lines on every machine.
/// @param[in]  options the shape
/// @param[out] out     gets the lines
/// @return 0; 1 when a call failed, its kernels could not be counted, or the lines not be written
int write_counts(const ProfileOptions& options, std::ostream& out);

}  // namespace workshop::checks
