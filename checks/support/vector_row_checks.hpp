// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Checks for functions that may load and store several elements at once.

#include "function_under_test.hpp"
#include "register_check.hpp"

namespace workshop::checks {

/// @brief TailsAlone, HeadsAlone, HeadsAndTails, VectorThresholds, AlignmentOfEveryRow,
///        OnlyTheRows.
///
/// For functions with a block size and two leading dimensions.
CheckList vector_row_checks(const FunctionUnderTest& function);

}  // namespace workshop::checks
