// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Works out what a wrong matrix product has left out, by trying.

#include <string>
#include <vector>

#include "compare.hpp"
#include "gemm_case.hpp"
#include "gemm_oracle.hpp"

namespace workshop::checks {

/// @brief Compares wrong elements with what common mistakes would give there: alpha or beta
///        forgotten, products missing at the end, only one tile in the sum, an operand transposed.
/// @return the mistake that explains every wrong element looked at, in words; else empty
std::string guess_gemm_cause(const GemmFunction& function, const GemmPlan& plan,
                             const GemmData& data, const std::vector<float>& got,
                             const GemmResult& wanted, const Comparison& comparison);

}  // namespace workshop::checks
