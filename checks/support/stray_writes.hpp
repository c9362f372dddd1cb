// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Guesses why a kernel wrote outside its output.

#include <cstdint>
#include <string>
#include <vector>

#include "function_under_test.hpp"

namespace workshop::checks {

/// @brief A likely cause, from where the strays lie.
/// @param[in] strays    element offsets from element (0, 0), at least one; negative before it
/// @param[in] function  what was launched
/// @param[in] arguments of the launch
std::string cause_of_strays(const std::vector<std::int64_t>& strays,
                            const FunctionUnderTest& function, const Arguments& arguments);

}  // namespace workshop::checks
