// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The contract of row_max_sum of lesson 3 as one suite of checks.

#include <functional>
#include <string>

#include "common_checks.hpp"
#include "function_under_test.hpp"
#include "lesson_numerics.hpp"

namespace workshop::checks {

/// @brief (maximum, sum) of rows as the common checks see it: an output of two columns.
/// @param[in] call calls the function; Arguments::ldy is to be ignored
FunctionUnderTest max_sum_under_test(const std::string& name,
                                     std::function<cudaError_t(const Arguments&)> call);

/// @brief The whole suite, in the order in which a student should meet the checks.
CheckList max_sum_contract(const FunctionUnderTest& function);

}  // namespace workshop::checks
