// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Checks of a function that cuts a row into single elements and groups of four.

#include <cstdint>
#include <functional>
#include <string>

#include "register_check.hpp"

namespace workshop::checks {

/// @brief The parts of a row, in elements, groups of four, and elements.
struct RowParts {
    std::int64_t head = 0;
    std::int64_t vectors = 0;
    std::int64_t tail = 0;
};

/// @brief The function under test. It must not read the row: the checks give it made-up addresses.
using SplitFunction = std::function<RowParts(const float* row, std::int64_t cols)>;

/// @brief AlignedRows, ShiftedRows, ShortRows, WideRows.
CheckList split_row_checks(const std::string& name, const SplitFunction& function);

}  // namespace workshop::checks
