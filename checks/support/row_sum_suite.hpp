// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The contract of the row sums of lesson 2 as one suite of checks.

#include <functional>
#include <string>

#include "common_checks.hpp"
#include "function_under_test.hpp"

namespace workshop::checks {

/// @brief A row sum as the common checks see it: an output of one column.
/// @param[in] call calls the function; Arguments::ldy is to be ignored
FunctionUnderTest row_sum_under_test(const std::string& name,
                                     std::function<cudaError_t(const Arguments&)> call);

/// @brief The whole suite, in the order in which a student should meet the checks.
CheckList row_sum_contract(const FunctionUnderTest& function);

/// @brief Registers the whole suite under the function's name.
void register_row_sum_contract(const std::string& name,
                               std::function<cudaError_t(const Arguments&)> call);

/// @brief EmptyRows: a matrix of no columns. The output is written all the same.
CheckList empty_row_checks(const FunctionUnderTest& function);

}  // namespace workshop::checks
