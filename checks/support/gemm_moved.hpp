// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Elements of a matrix product that stand in the wrong row, the wrong column, or both.

#include <string>
#include <vector>

#include "compare.hpp"

namespace workshop::checks {

/// @brief Asks whether each wrong element is right for another row or column of C.
/// @return in words where one of them belongs, and what to look at; empty when it is not so
std::string guess_moved(const std::vector<float>& got, const Expected& expected,
                        const Comparison& comparison);

}  // namespace workshop::checks
