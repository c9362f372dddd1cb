// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What is said about a plan of lesson 5 that comes back as an error.

#include "grid_plan.hpp"

namespace workshop::checks {

/// @brief Finds out whether a plan is refused because of the number of rows alone.
/// @param[in] rows the rows for which there was no plan, more than an int holds
/// @return a likely cause; empty when fewer rows of this width get no plan either
std::string cause_of_refused_plan(const PlanFunction& plan, std::int64_t rows, std::int64_t cols);

/// @brief The plan for kEndlessRows rows, for checks that have to know how many blocks that is.
/// @param[in]  name of the function, for reports
/// @param[out] out  the plan
/// @return false after a report: an error came back, or a number of blocks that cannot be
bool plan_for_endless_rows(const std::string& name, const PlanFunction& plan, std::int64_t cols,
                           PersistentPlan* out);

}  // namespace workshop::checks
