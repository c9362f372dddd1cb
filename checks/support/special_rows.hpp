// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Rows with special values for every path that a kernel may have: a path of its own for
///        heads and tails, for narrow or wide rows, or for a later round has its own code, and
///        treats a mask or a NaN in its own way.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "function_under_test.hpp"
#include "inputs.hpp"

namespace workshop::checks {

/// @brief Makes a row special that holds normals. `place` is the first, the middle or the last
///        column.
using SpecialRow = std::function<void(float* row, std::int64_t cols, std::int64_t place)>;

/// @brief Kinds of rows that follow each other in a matrix. Five or seven of them: kinds, places
///        and alignments of the rows then go round at different speeds, and all of them meet.
struct SpecialRows {
    std::string contents;  ///< what a report calls the data
    std::vector<SpecialRow> kinds;
};

/// @brief A row as it is.
SpecialRow ordinary_row();
/// @brief Every element is `value`.
SpecialRow filled_row(float value);
/// @brief Half of the row is `mask`, around the place or up to the end where it is.
SpecialRow half_masked_row(float mask);
/// @brief One element is `value`, at the place.
SpecialRow row_with(float value);
/// @brief The same, and -inf beside it: up to three elements on each side.
SpecialRow row_with_masked_neighbours(float value);
/// @brief The same, and -inf everywhere else.
SpecialRow row_masked_but_for(float value);
/// @brief Normals around `shift`.
SpecialRow shifted_row(float shift);

/// @brief A matrix of such rows. With the second seed the first kind comes last.
InputMaker special_rows_maker(std::int64_t rows, std::int64_t cols, const SpecialRows& special);

/// @brief Launches with these rows on every path: 1 to 8 columns and more, x and y aligned alike
///        and not alike, each with every head and tail of a row of vectors, in place, a thread with
///        several batches, and rows that no block can keep.
/// @return true when all was well
bool check_on_every_path(const FunctionUnderTest& function, const SpecialRows& special);

/// @brief All kinds in one matrix, for paths that a lesson knows: masked rows, +inf and NaN, -inf
///        in half of the row, the lowest float, and large values.
SpecialRows all_special_rows();

}  // namespace workshop::checks
