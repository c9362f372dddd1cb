// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Finds out which elements are wrong, and says it in words.

#include <string>

#include "compare.hpp"

namespace workshop::checks {

/// @brief The shapes that a set of wrong elements can have.
enum class Place {
    everything,        ///< every element
    row_tail,          ///< every row from some row on, in full
    row_head,          ///< every row up to some row, in full
    one_row,           ///< one row, in full
    every_kth_row,     ///< rows a, a + k, a + 2k, ..., in full
    whole_rows,        ///< several rows in full, in no simple order
    column_tail,       ///< the last columns, the same ones in every row
    column_head,       ///< the first columns, the same ones in every row
    one_column,        ///< one column in every row
    every_kth_column,  ///< columns a, a + k, a + 2k, ..., in every row
    same_columns,      ///< the same columns in every row, in no simple order
    row_ends,          ///< a few columns at the ends of rows, not the same ones in every row
    one_element,       ///< a single element
    scattered,         ///< none of these
};

/// @brief Where the wrong elements are.
struct Where {
    Place place = Place::scattered;
    std::int64_t from = 0;   ///< first row or column of the pattern
    std::int64_t count = 0;  ///< rows or columns in the pattern
    std::int64_t step = 1;   ///< k of every_kth_row and every_kth_column
    std::string words;       ///< for example "the last 3 columns of every row"
    bool last_row = false;   ///< of one_row: it is the last of several
};

/// @brief Analyses a comparison that found at least one wrong element.
Where find_where(const Comparison& comparison);

}  // namespace workshop::checks
