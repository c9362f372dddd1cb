// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "wrong_rows.hpp"

#include <algorithm>
#include <cmath>

#include "poison.hpp"

namespace workshop::checks {

namespace {

bool nearly_equal(double a, double b) {
    return std::abs(a - b) <= 1e-4 * std::abs(b) + 1e-30;
}

/// The sum of exp(x - max) of one row. Not a number where the maximum is none.
double sum_of_exponentials(const HostMatrix& x, std::int64_t row) {
    const double maximum = *std::max_element(x.row(row), x.row(row) + x.cols);
    double sum = 0.0;
    for (std::int64_t column = 0; column < x.cols; ++column)
        sum += std::exp(x.at(row, column) - maximum);
    return sum;
}

/// The rows with wrong elements.
struct WrongRows {
    std::vector<std::int64_t> unwritten;  ///< all of the row
    std::vector<std::int64_t> written;    ///< all of the row
    bool in_part = false;                 ///< some rows were written in part
};

WrongRows wrong_rows(const Comparison& comparison, const std::vector<float>& got,
                     const Expected& expected) {
    WrongRows rows;
    const std::int64_t cols = expected.cols;
    for (std::int64_t row = 0; row < expected.rows; ++row) {
        std::int64_t wrong = 0;
        std::int64_t never = 0;
        for (std::int64_t i = row * cols; i < (row + 1) * cols; ++i) {
            const auto index = static_cast<std::size_t>(i);
            wrong += comparison.wrong[index] ? 1 : 0;
            never += is_never_written(got[index]) ? 1 : 0;
        }
        if (wrong == 0) continue;
        if (never != 0 && never != cols) rows.in_part = true;
        (never == 0 ? rows.written : rows.unwritten).push_back(row);
    }
    return rows;
}

/// Whether a row holds what belongs into another one, and that says something.
bool holds(const std::vector<float>& got, const Expected& expected, std::int64_t row,
           std::int64_t from) {
    std::int64_t tell = 0;
    for (std::int64_t column = 0; column < expected.cols; ++column) {
        const auto here = static_cast<std::size_t>(row * expected.cols + column);
        const auto there = static_cast<std::size_t>(from * expected.cols + column);
        const double value = expected.values[there];
        if (expected.kinds[there] != Wanted::value || !nearly_equal(got[here], value)) return false;
        if (value != 0.0 && value != 1.0) ++tell;
    }
    return tell > 1;
}

}  // namespace

bool is_multiplied_by_sum(const Comparison& comparison, const HostMatrix& x,
                          const std::vector<float>& got, const Expected& expected) {
    constexpr double kTells = 1.01;  // a sum of 1 changes nothing
    if (x.rows != expected.rows || x.cols != expected.cols) return false;
    std::int64_t tell = 0;
    std::int64_t row = -1;
    double square = 0.0;
    for (std::size_t i = 0; i < comparison.wrong.size(); ++i) {
        if (!comparison.wrong[i]) continue;
        const double wanted = expected.values[i];
        if (expected.kinds[i] != Wanted::value) return false;
        if (static_cast<std::int64_t>(i) / x.cols != row) {
            row = static_cast<std::int64_t>(i) / x.cols;
            const double sum = sum_of_exponentials(x, row);
            square = sum * sum;
        }
        if (!nearly_equal(got[i], wanted * square)) return false;
        if (square > kTells && wanted > 1e-30) ++tell;
    }
    return tell > 1;
}

LateRow find_late_row(const Comparison& comparison, const std::vector<float>& got,
                      const Expected& expected) {
    constexpr std::size_t kLookAt = 8;  // each is compared with all that nobody wrote
    const WrongRows rows = wrong_rows(comparison, got, expected);
    if (rows.in_part || rows.written.empty()) return {};
    LateRow late;
    for (std::size_t i = 0; i < std::min(rows.written.size(), kLookAt); ++i) {
        const std::int64_t row = rows.written[i];
        const auto from =
            std::find_if(rows.unwritten.begin(), rows.unwritten.end(),
                         [&](std::int64_t r) { return holds(got, expected, row, r); });
        if (from == rows.unwritten.end()) return {};
        if (late.row == -1) late = {row, *from};
    }
    return late;
}

}  // namespace workshop::checks
