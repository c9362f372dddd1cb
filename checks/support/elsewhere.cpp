// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "elsewhere.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace workshop::checks {

namespace {

/// An output with wrong elements, and what was wanted.
struct Output {
    const Comparison& comparison;
    const std::vector<float>& got;
    const Expected& expected;

    std::size_t index(std::int64_t row, std::int64_t column) const {
        return static_cast<std::size_t>(row * expected.cols + column);
    }
    float got_at(std::int64_t row, std::int64_t column) const { return got[index(row, column)]; }
    /// A number is wanted there that says something: many elements may be 0 or 1.
    bool tells(std::int64_t row, std::int64_t column) const {
        const std::size_t at = index(row, column);
        const double value = expected.values[at];
        return expected.kinds[at] == Wanted::value && std::isfinite(value) && value != 0.0 &&
               value != 1.0;
    }
    /// What came to (row, column) is right for (from_row, from_column).
    bool belongs(std::int64_t row, std::int64_t column, std::int64_t from_row,
                 std::int64_t from_column) const {
        const std::size_t from = index(from_row, from_column);
        return element_is_right(got_at(row, column), expected.kinds[from], expected.values[from],
                                2.0 * expected.bounds[from]);
    }
};

/// At most `most` of the numbers below `count` for which the question is true, from all over.
template <class Question>
std::vector<std::int64_t> some_of(std::int64_t count, std::size_t most, const Question& question) {
    std::vector<std::int64_t> all;
    for (std::int64_t i = 0; i < count; ++i) {
        if (question(i)) all.push_back(i);
    }
    const std::size_t step = (all.size() + most - 1) / most;
    std::vector<std::int64_t> some;
    for (std::size_t i = 0; i < all.size(); i += std::max<std::size_t>(step, 1))
        some.push_back(all[i]);
    return some;
}

/// How many numbers of a row agree with those of another one; 0 when one does not.
std::int64_t numbers_of_row(const Output& out, std::int64_t row, std::int64_t from) {
    std::int64_t agree = 0;
    for (std::int64_t c = 0; c < out.expected.cols; ++c) {
        if (!out.belongs(row, c, from, c)) return 0;
        if (out.tells(from, c)) ++agree;
    }
    return agree;
}

/// The same, where all are off by one factor.
std::int64_t numbers_of_row_times_factor(const Output& out, std::int64_t row, std::int64_t from) {
    constexpr double kSame = 1e-4;
    std::int64_t agree = 0;
    double factor = 0.0;
    for (std::int64_t c = 0; c < out.expected.cols; ++c) {
        if (!out.tells(from, c)) continue;
        const double here = out.got_at(row, c) / out.expected.values[out.index(from, c)];
        if (agree++ == 0) factor = here;
        if (!std::isfinite(here) || here == 0.0) return 0;
        if (!(std::abs(here - factor) <= kSame * std::abs(factor))) return 0;
    }
    return agree;
}

template <class Numbers>
Elsewhere find_rows(const Output& out, Elsewhere::Kind kind, std::int64_t at_least,
                    const Numbers& numbers) {
    constexpr std::size_t kLookAt = 8;
    constexpr std::int64_t kEvidence = 3;  // numbers that have to agree, in all rows together
    const std::int64_t rows = out.expected.rows;
    const std::int64_t cols = out.expected.cols;
    const auto is_wrong = [&](std::int64_t row) {
        const auto begin = out.comparison.wrong.begin() + row * cols;
        return std::find(begin, begin + cols, true) != begin + cols;
    };
    Elsewhere found;
    std::int64_t agree = 0;
    for (const std::int64_t row : some_of(rows, kLookAt, is_wrong)) {
        std::int64_t of_row = 0;
        for (std::int64_t from = 0; from < rows && of_row < at_least; ++from) {
            of_row = from == row ? 0 : numbers(out, row, from);
            if (of_row >= at_least && agree == 0) found = {kind, row, 0, from};
        }
        if (of_row < at_least) return {};
        agree += of_row;
    }
    return agree >= kEvidence ? found : Elsewhere{};
}

Elsewhere find_columns(const Output& out) {
    constexpr std::size_t kLookAt = 64;
    constexpr std::int64_t kWide = 1000;  // chance finds more in a wide row
    const std::int64_t cols = out.expected.cols;
    const std::size_t evidence = cols < kWide ? 2 : 3;
    const auto wrong = some_of(
        static_cast<std::int64_t>(out.comparison.wrong.size()), kLookAt,
        [&](std::int64_t i) { return bool{out.comparison.wrong[static_cast<std::size_t>(i)]}; });
    constexpr std::size_t kConstant = 3;  // so many of a row that are all alike say nothing
    Elsewhere found;
    std::map<std::int64_t, std::map<std::int64_t, std::size_t>> found_at;  // by row and column
    for (const std::int64_t i : wrong) {
        const std::int64_t row = i / cols;
        const std::int64_t column = i % cols;
        std::int64_t from = 0;
        while (from < cols &&
               (from == column || !out.tells(row, from) || !out.belongs(row, column, row, from))) {
            ++from;
        }
        if (from == cols) return {};
        ++found_at[row][from];
        if (found.kind == Elsewhere::Kind::nothing)
            found = {Elsewhere::Kind::column, row, column, from};
    }
    for (const auto& [row, places] : found_at)
        if (places.size() == 1 && places.begin()->second >= kConstant) return {};
    return wrong.size() >= evidence ? found : Elsewhere{};
}

}  // namespace

Elsewhere find_elsewhere(const Comparison& comparison, const std::vector<float>& got,
                         const Expected& expected) {
    const Output out{comparison, got, expected};
    const Elsewhere row = find_rows(out, Elsewhere::Kind::row, 1, numbers_of_row);
    if (row.kind != Elsewhere::Kind::nothing) return row;
    // A factor explains one of the numbers.
    const Elsewhere others =
        find_rows(out, Elsewhere::Kind::row_of_others, 3, numbers_of_row_times_factor);
    if (others.kind != Elsewhere::Kind::nothing) return others;
    return find_columns(out);
}

std::string cause_of_elsewhere(const Elsewhere& found) {
    const std::string row = std::to_string(found.row);
    const std::string from = std::to_string(found.from);
    switch (found.kind) {
        case Elsewhere::Kind::row:
            return "Row " + row + " holds the result of row " + from +
                   ": the row that is read, perhaps early, is another one than the row that is "
                   "written. How is the index of each of them computed?";
        case Elsewhere::Kind::row_of_others:
            return "Row " + row + " is the result of row " + from +
                   ", times a factor: its elements come from there, and its maximum or sum from "
                   "elsewhere. Was an element replaced before it was used for the last time?";
        case Elsewhere::Kind::column:
            return "Column " + std::to_string(found.column) + " of row " + row +
                   " holds what belongs into column " + from +
                   ": a value is stored at another column than the one that it was read from.";
        case Elsewhere::Kind::nothing:
            break;
    }
    return {};
}

}  // namespace workshop::checks
