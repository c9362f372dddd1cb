// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The text of a failure of a matrix product, for people.

#include <string>
#include <vector>

#include "compare.hpp"
#include "gemm_case.hpp"
#include "gemm_oracle.hpp"

namespace workshop::checks {

/// @brief The report on wrong elements: how many, where, the first one, and a likely cause when the
///        values give one away.
std::string describe_gemm_mismatch(const GemmFunction& function, const GemmPlan& plan,
                                   const GemmData& data, const std::vector<float>& got,
                                   const GemmResult& wanted, const Comparison& comparison);

}  // namespace workshop::checks
