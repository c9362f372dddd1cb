// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "stray_writes.hpp"

#include <algorithm>

namespace workshop::checks {

namespace {

/// Each offset is a column of some row from `first` to `end`, when rows begin `ld` elements apart.
bool are_in_rows(const std::vector<std::int64_t>& offsets, std::int64_t ld, std::int64_t cols,
                 std::int64_t first, std::int64_t end) {
    return ld > 0 && std::all_of(offsets.begin(), offsets.end(), [=](std::int64_t offset) {
               return offset >= first * ld && offset / ld < end && offset % ld < cols;
           });
}

}  // namespace

std::string cause_of_strays(const std::vector<std::int64_t>& strays,
                            const FunctionUnderTest& function, const Arguments& arguments) {
    const std::int64_t cols = function.output_columns(arguments.cols);
    const std::int64_t rows = arguments.rows;
    const std::int64_t ldy = function.has_leading_dimension_y ? arguments.ldy : cols;
    if (arguments.ldx != ldy && are_in_rows(strays, arguments.ldx, cols, 0, rows)) {
        return function.has_leading_dimension_y
                   ? "Row r of the output begins at r * ldy, but the kernel takes r * ldx."
                   : "The output has no gaps: row r begins at r times its number of columns, and "
                     "not at r * ldx.";
    }
    constexpr std::int64_t kAnyRow = std::int64_t{1} << 40;
    if (are_in_rows(strays, ldy, cols, rows, kAnyRow)) {
        // Behind the end of the last row lies a row too many, or a column.
        const bool may_be_a_column = ldy == cols && static_cast<std::int64_t>(strays.size()) < cols;
        return std::string(function.shares_a_row
                               ? "The store goes past the last row: its index is not the row of "
                                 "the block, or a block without a row does not leave."
                               : "Threads without a row do not leave: if (row >= rows) return;") +
               (may_be_a_column ? " Or its column is cols or more, in the last row: here rows have "
                                  "no gap behind them."
                                : "");
    }
    return function.has_leading_dimension_y
               ? "The output is written with its own leading dimension, ldy, and only in columns 0 "
                 "to cols - 1 of rows 0 to rows - 1."
               : "The index of the store is not that of a row from 0 to rows - 1.";
}

}  // namespace workshop::checks
