// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "where.hpp"

#include <algorithm>
#include <sstream>

namespace workshop::checks {

namespace {

std::string number_of(std::int64_t count, const char* thing) {
    return std::to_string(count) + ' ' + thing + (count == 1 ? "" : "s");
}

/// A sorted list of indices that is a, a + k, a + 2k, ... up to the end of `size`.
bool is_every_kth(const std::vector<std::int64_t>& indices, std::int64_t size, std::int64_t* step) {
    if (indices.size() < 3) return false;
    *step = indices[1] - indices[0];
    for (std::size_t i = 1; i < indices.size(); ++i) {
        if (indices[i] - indices[i - 1] != *step) return false;
    }
    return *step > 1 && indices.back() + *step >= size && indices.front() < *step;
}

bool is_contiguous(const std::vector<std::int64_t>& indices) {
    return indices.back() - indices.front() + 1 == static_cast<std::int64_t>(indices.size());
}

Where rows_pattern(const std::vector<std::int64_t>& wrong, std::int64_t rows) {
    Where where;
    where.from = wrong.front();
    where.count = static_cast<std::int64_t>(wrong.size());
    std::ostringstream words;
    if (where.count == 1) {
        where.place = Place::one_row;
        where.last_row = where.from == rows - 1;
        words << "row " << where.from << ", all of it, and no other row";
    } else if (is_contiguous(wrong) && wrong.back() == rows - 1) {
        where.place = Place::row_tail;
        words << "all rows from row " << where.from << " on (the last " << where.count << " of "
              << rows << ')';
    } else if (is_contiguous(wrong) && where.from == 0) {
        where.place = Place::row_head;
        words << "the first " << where.count << " of " << rows << " rows, all of them";
    } else if (is_every_kth(wrong, rows, &where.step)) {
        where.place = Place::every_kth_row;
        words << "every " << where.step << (where.step == 2 ? "nd" : "th") << " row, from row "
              << where.from << " on";
    } else {
        where.place = Place::whole_rows;
        words << number_of(where.count, "whole row") << " of " << rows << ", the first is row "
              << where.from;
    }
    where.words = words.str();
    return where;
}

/// Up to three columns at the beginning and up to three at the end, and nothing between.
/// @return how many are at the beginning; 0 when it is not so
std::int64_t columns_at_both_ends(const std::vector<std::int64_t>& wrong, std::int64_t cols) {
    constexpr std::int64_t kMost = 3;
    const auto count = static_cast<std::int64_t>(wrong.size());
    std::int64_t head = 0;
    while (head < count && wrong[static_cast<std::size_t>(head)] == head)
        ++head;
    const std::int64_t tail = count - head;
    if (head == 0 || tail == 0 || head > kMost || tail > kMost) return 0;
    return wrong[static_cast<std::size_t>(head)] == cols - tail ? head : 0;
}

Where columns_pattern(const std::vector<std::int64_t>& wrong, std::int64_t cols) {
    Where where;
    where.from = wrong.front();
    where.count = static_cast<std::int64_t>(wrong.size());
    std::ostringstream words;
    if (where.count == 1 && where.from != cols - 1) {
        where.place = Place::one_column;
        words << "column " << where.from << " of every row";
    } else if (is_contiguous(wrong) && wrong.back() == cols - 1) {
        where.place = Place::column_tail;
        words << "the last " << (where.count == 1 ? "column" : number_of(where.count, "column"))
              << " of every row, from column " << where.from << " on";
        // One column may as well be that of a loop that ends one too early.
        for (const std::int64_t width : {4, 32}) {
            if (where.count == 1 || where.count != cols % width) continue;
            words << " (" << cols << " % " << width << " = " << where.count
                  << ": what is left over after steps of " << width << ')';
            break;
        }
    } else if (is_contiguous(wrong) && where.from == 0) {
        where.place = Place::column_head;
        words << "the first " << number_of(where.count, "column") << " of every row";
    } else if (is_every_kth(wrong, cols, &where.step)) {
        where.place = Place::every_kth_column;
        words << "every " << where.step << (where.step == 2 ? "nd" : "th")
              << " column of every row, from column " << where.from << " on";
        if (where.step == 32) words << " (one element for each warp)";
    } else if (const std::int64_t head = columns_at_both_ends(wrong, cols); head > 0) {
        where.place = Place::row_ends;
        words << "the first " << (head == 1 ? "column" : number_of(head, "column"))
              << " and the last "
              << (where.count - head == 1 ? "column" : number_of(where.count - head, "column"))
              << " of every row";
    } else {
        where.place = Place::same_columns;
        words << "the same " << number_of(where.count, "column")
              << " of every row, the first is column " << where.from;
    }
    where.words = words.str();
    return where;
}

/// All wrong elements are among the first or the last three of their rows, in rows of at least 5:
/// what vectors of four leave over.
bool are_row_ends(const Comparison& comparison) {
    constexpr std::int64_t kMost = 3;
    const std::int64_t cols = comparison.cols;
    if (cols < kMost + 2) return false;
    for (std::int64_t r = 0; r < comparison.rows; ++r) {
        const auto row = comparison.wrong.begin() + r * cols;
        const auto right = [](bool wrong) { return !wrong; };
        const auto after_head = std::find_if(row, row + cols, right);
        auto before_tail = row + cols;
        while (before_tail != after_head && *(before_tail - 1))
            --before_tail;
        // A row of five or six can be all head and tail.
        if (after_head == row + cols && cols <= 2 * kMost) continue;
        if (after_head - row > kMost || row + cols - before_tail > kMost) return false;
        if (std::find(after_head, before_tail, true) != before_tail) return false;
    }
    return true;
}

Where scattered(const Comparison& comparison, const std::vector<std::int64_t>& rows_hit) {
    Where where;
    where.from = rows_hit.front();
    where.count = static_cast<std::int64_t>(rows_hit.size());
    std::ostringstream words;
    if (comparison.wrong_count == 1) {
        where.place = Place::one_element;
        words << "only row " << comparison.first / comparison.cols << ", column "
              << comparison.first % comparison.cols;
    } else if (where.count == 1) {
        words << number_of(comparison.wrong_count, "element") << " of row " << where.from;
    } else if (are_row_ends(comparison)) {
        where.place = Place::row_ends;
        words << "up to 3 columns at an end of " << where.count << " rows of " << comparison.rows
              << ", not the same ones in each";
    } else {
        words << number_of(comparison.wrong_count, "element") << ", spread over "
              << number_of(where.count, "row") << " of " << comparison.rows;
    }
    where.words = words.str();
    return where;
}

}  // namespace

Where find_where(const Comparison& comparison) {
    const std::int64_t rows = comparison.rows;
    const std::int64_t cols = comparison.cols;
    if (comparison.wrong_count == rows * cols) {
        return {Place::everything, 0, rows, 1, "every element", false};
    }
    std::vector<std::int64_t> rows_hit;
    std::vector<std::int64_t> wrong_in_row(static_cast<std::size_t>(rows), 0);
    std::vector<std::int64_t> wrong_in_column(static_cast<std::size_t>(cols), 0);
    for (std::int64_t r = 0; r < rows; ++r) {
        for (std::int64_t c = 0; c < cols; ++c) {
            if (!comparison.wrong[static_cast<std::size_t>(r * cols + c)]) continue;
            ++wrong_in_row[static_cast<std::size_t>(r)];
            ++wrong_in_column[static_cast<std::size_t>(c)];
        }
        if (wrong_in_row[static_cast<std::size_t>(r)] > 0) rows_hit.push_back(r);
    }
    const auto hit = static_cast<std::int64_t>(rows_hit.size());
    if (comparison.wrong_count == hit * cols) return rows_pattern(rows_hit, rows);

    std::vector<std::int64_t> columns_hit;
    for (std::int64_t c = 0; c < cols; ++c) {
        if (wrong_in_column[static_cast<std::size_t>(c)] > 0) columns_hit.push_back(c);
    }
    const bool same_in_all_rows =
        comparison.wrong_count == rows * static_cast<std::int64_t>(columns_hit.size());
    if (same_in_all_rows && rows > 1) return columns_pattern(columns_hit, cols);
    // One row only: its columns can still have a pattern.
    if (hit == 1 && columns_hit.size() > 2) {
        Where where = columns_pattern(columns_hit, cols);
        const std::string every = "of every row";
        const auto at = where.words.find(every);
        if (at != std::string::npos) {
            where.words.replace(at, every.size(), "of row " + std::to_string(rows_hit.front()));
        }
        if (where.place != Place::same_columns) return where;
    }
    return scattered(comparison, rows_hit);
}

}  // namespace workshop::checks
