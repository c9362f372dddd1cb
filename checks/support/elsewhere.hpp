// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Finds wrong elements that hold what belongs into another row or column.

#include <cstdint>
#include <string>
#include <vector>

#include "compare.hpp"

namespace workshop::checks {

/// @brief Where values come from that stand in a wrong place.
struct Elsewhere {
    /// What explains the wrong elements.
    enum class Kind {
        nothing,
        row,            ///< each wrong row holds the result of another row
        row_of_others,  ///< each wrong row is another row's result, times a factor
        column,         ///< each wrong element is that of another column of its row
    };
    Kind kind = Kind::nothing;
    std::int64_t row = 0;     ///< of the example: the first wrong row
    std::int64_t column = 0;  ///< of Kind::column
    std::int64_t from = 0;    ///< the row or column that its value belongs into
};

/// @brief Compares wrong rows with the results of all other rows, then wrong elements with the
///        other columns of their row.
///
/// Some of them are looked at, from all over the output; one that fits nowhere is enough for
/// "nothing". So is too little evidence, such as a single number that could be equal by chance.
Elsewhere find_elsewhere(const Comparison& comparison, const std::vector<float>& got,
                         const Expected& expected);

/// @brief The likely cause of such elements; empty for Kind::nothing.
std::string cause_of_elsewhere(const Elsewhere& found);

}  // namespace workshop::checks
