// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What becomes of a prediction when the kernel is measured.

#include <string>

namespace workshop::checks {

/// @brief Whether two numbers are the same at this many decimals.
bool agree(double predicted, double measured, int decimals);

/// @brief "right", "off by a factor of 8 (too low)", "off by 3 % (too high)".
std::string verdict(double predicted, double measured, int decimals);

/// @brief A number for a table: the decimals asked for, more where the value has them (four at
///        most), and no zeros at the end of those.
std::string short_number(double value, int decimals);

}  // namespace workshop::checks
