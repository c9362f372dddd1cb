// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Works out whether a wrong matrix product took the wrong elements of A or B, or left one
/// of
///        four neighbours out.

#include <string>
#include <vector>

#include "compare.hpp"
#include "gemm_case.hpp"
#include "gemm_oracle.hpp"

namespace workshop::checks {

/// @brief Asks whether one of four neighbours stayed 0 where they are loaded one by one: at the end
///        of a row, or everywhere in rows that are not aligned.
/// @return the mistake in words if it explains every wrong element; else empty
std::string guess_one_of_four(const GemmPlan& plan, const GemmData& data,
                              const std::vector<float>& got, const GemmResult& wanted,
                              const Comparison& comparison);

}  // namespace workshop::checks
