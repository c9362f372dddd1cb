// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "gemm_moved.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace workshop::checks {

namespace {

/// Where else in the same column or row of C the value that came belongs; -1 for nowhere.
std::int64_t place_of(float value, const Expected& expected, std::int64_t row, std::int64_t column,
                      bool along_row) {
    const std::int64_t count = along_row ? expected.cols : expected.rows;
    for (std::int64_t at = 0; at < count; ++at) {
        const auto index = static_cast<std::size_t>(along_row ? row * expected.cols + at
                                                              : at * expected.cols + column);
        if (at != (along_row ? column : row) && expected.kinds[index] == Wanted::value &&
            std::abs(value - expected.values[index]) <= expected.bounds[index]) {
            return at;
        }
    }
    return -1;
}

/// Every wrong element that is looked at holds what belongs into another column of its row, or into
/// another row of its column.
std::string guess_moved_in_one_direction(const std::vector<float>& got, const Expected& expected,
                                         const Comparison& comparison) {
    constexpr std::int64_t kLookAt = 64;
    constexpr std::int64_t kLeast = 3;
    const std::int64_t cols = comparison.cols;
    const std::int64_t step = std::max<std::int64_t>(comparison.wrong_count / kLookAt, 1);
    for (const bool along_row : {true, false}) {
        const std::string thing = along_row ? "column" : "row";
        std::int64_t seen = 0;
        std::int64_t number = 0;
        std::string example;
        bool all = true;
        for (std::size_t i = 0; i < comparison.wrong.size() && all; ++i) {
            if (!comparison.wrong[i] || number++ % step != 0) continue;
            const std::int64_t row = static_cast<std::int64_t>(i) / cols;
            const std::int64_t column = static_cast<std::int64_t>(i) % cols;
            const std::int64_t from = place_of(got[i], expected, row, column, along_row);
            all = from >= 0;
            if (all && seen++ == 0) {
                example = thing + ' ' + std::to_string(along_row ? column : row) +
                          " holds what belongs into " + thing + ' ' + std::to_string(from) + '.';
            }
        }
        if (!all || seen < kLeast) continue;
        return "Values stand in the wrong " + thing + ": " + example +
               " Look at how a thread finds its " + thing +
               "s, in the tile that it reads and in C: are both the same ones?";
    }
    return {};
}

/// Where rows and columns of C come from, when all that is wrong is that they are mixed up.
class Mixture {
  public:
    Mixture(const std::vector<float>& got, const Expected& expected, const Comparison& comparison)
        : got_(got), expected_(expected), comparison_(comparison) {
        // A row in which something is right is in its place, and tells where the columns are from.
        const std::vector<std::int64_t> rows_in_place = in_place(true);
        const std::vector<std::int64_t> columns_in_place = in_place(false);
        for (std::int64_t c = 0; c < expected.cols; ++c)
            column_from_.push_back(origin(rows_in_place, c, true));
        for (std::int64_t r = 0; r < expected.rows; ++r)
            row_from_.push_back(origin(columns_in_place, r, false));
    }

    /// Whether every element is right for the row and the column that it comes from.
    bool explains_all() const {
        for (std::int64_t r = 0; r < expected_.rows; ++r) {
            for (std::int64_t c = 0; c < expected_.cols; ++c) {
                const std::int64_t row = row_from_[static_cast<std::size_t>(r)];
                const std::int64_t column = column_from_[static_cast<std::size_t>(c)];
                if (row < 0 || column < 0 || !is_right_for(r, c, row, column)) return false;
            }
        }
        return true;
    }
    /// The first row or column that is not in its place; -1 when all are.
    std::int64_t first_moved(bool column) const {
        const std::vector<std::int64_t>& from = column ? column_from_ : row_from_;
        for (std::size_t i = 0; i < from.size(); ++i) {
            if (from[i] != static_cast<std::int64_t>(i)) return static_cast<std::int64_t>(i);
        }
        return -1;
    }
    std::string example(bool column) const {
        const std::int64_t at = first_moved(column);
        const auto from = (column ? column_from_ : row_from_)[static_cast<std::size_t>(at)];
        return std::string(column ? "column " : "row ") + std::to_string(at) +
               " holds what belongs into " + (column ? "column " : "row ") + std::to_string(from);
    }

  private:
    std::size_t index(std::int64_t row, std::int64_t column) const {
        return static_cast<std::size_t>(row * expected_.cols + column);
    }
    bool is_right_for(std::int64_t r, std::int64_t c, std::int64_t row, std::int64_t column) const {
        const std::size_t from = index(row, column);
        return element_is_right(got_[index(r, c)], expected_.kinds[from], expected_.values[from],
                                expected_.bounds[from]);
    }
    /// Rows (or columns) in which several elements are right, and not because they are 0.
    std::vector<std::int64_t> in_place(bool rows) const {
        constexpr int kSeveral = 4;
        std::vector<std::int64_t> kept;
        for (std::int64_t i = 0; i < (rows ? expected_.rows : expected_.cols); ++i) {
            int right = 0;
            for (std::int64_t j = 0; j < (rows ? expected_.cols : expected_.rows); ++j) {
                const std::size_t at = rows ? index(i, j) : index(j, i);
                if (!comparison_.wrong[at] && expected_.values[at] != 0.0) ++right;
            }
            if (right >= kSeveral) kept.push_back(i);
        }
        return kept;
    }
    /// The column for which all is right that stands in a column of the rows that are in place, or
    /// the same of a row; -1 for none.
    std::int64_t origin(const std::vector<std::int64_t>& kept, std::int64_t at, bool column) const {
        const auto fits = [&](std::int64_t from) {
            return std::all_of(kept.begin(), kept.end(), [&](std::int64_t i) {
                return column ? is_right_for(i, at, i, from) : is_right_for(at, i, from, i);
            });
        };
        if (kept.empty()) return -1;
        if (fits(at)) return at;
        for (std::int64_t from = 0; from < (column ? expected_.cols : expected_.rows); ++from) {
            if (fits(from)) return from;
        }
        return -1;
    }

    const std::vector<float>& got_;
    const Expected& expected_;
    const Comparison& comparison_;
    std::vector<std::int64_t> row_from_;
    std::vector<std::int64_t> column_from_;
};

}  // namespace

std::string guess_moved(const std::vector<float>& got, const Expected& expected,
                        const Comparison& comparison) {
    if (std::string one = guess_moved_in_one_direction(got, expected, comparison); !one.empty())
        return one;
    const Mixture mixture(got, expected, comparison);
    if (!mixture.explains_all()) return {};
    return "Values stand in the wrong row and the wrong column: " + mixture.example(false) +
           ", and " + mixture.example(true) +
           ". Look at how a thread finds its rows and columns, in the tiles that it reads and in "
           "C: "
           "are they the same ones?";
}

}  // namespace workshop::checks
