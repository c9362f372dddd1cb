// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Checks of how a persistent kernel works: what the CPU device counts while it runs.

#include "function_under_test.hpp"
#include "grid_plan.hpp"
#include "register_check.hpp"

namespace workshop::checks {

/// @brief IdeaGrid, IdeaEachRowOnce, IdeaReads, IdeaWideRowReads, IdeaNeighboursRead. Skipped on a
///        GPU, with the ncu command that shows the same figure.
/// @param[in] plan empty: the grid is not planned, and there is no IdeaGrid
CheckList persistent_idea_checks(const FunctionUnderTest& function, const PlanFunction& plan);

}  // namespace workshop::checks
