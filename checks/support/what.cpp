// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "what.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <sstream>
#include <vector>

#include "poison.hpp"
#include "wrong_rows.hpp"

namespace workshop::checks {

namespace {

/// Everything the questions below look at.
struct Evidence {
    const Comparison& comparison;
    const HostMatrix& x;
    const std::vector<float>& got;
    const Expected& expected;

    std::int64_t row_of(std::size_t index) const {
        return static_cast<std::int64_t>(index) / expected.cols;
    }
    bool every_wrong(const std::function<bool(std::size_t)>& question) const {
        for (std::size_t i = 0; i < comparison.wrong.size(); ++i) {
            if (comparison.wrong[i] && !question(i)) return false;
        }
        return true;
    }
};

bool nearly_equal(double a, double b) {
    return std::abs(a - b) <= 1e-4 * std::abs(b) + 1e-30;
}

bool same_shape_as_input(const Evidence& e) {
    return e.x.rows == e.expected.rows && e.x.cols == e.expected.cols;
}

bool is_input(const Evidence& e, std::size_t i) {
    return e.got[i] == e.x.values[i];
}

/// The maximum of each row, found once: a wide row has many elements to compare with it.
std::vector<double> row_maxima(const HostMatrix& x) {
    std::vector<double> maxima;
    for (std::int64_t r = 0; r < x.rows; ++r) {
        maxima.push_back(*std::max_element(x.row(r), x.row(r) + x.cols));
    }
    return maxima;
}

/// Every wrong element holds exp(x - max).
bool holds_exponentials(const Evidence& e) {
    const std::vector<double> maxima = row_maxima(e.x);
    return e.every_wrong([&](std::size_t i) {
        const double maximum = maxima[static_cast<std::size_t>(e.row_of(i))];
        return nearly_equal(e.got[i], std::exp(e.x.values[i] - maximum));
    });
}

/// got / wanted, where both are numbers that allow it; NaN elsewhere.
double ratio(const Evidence& e, std::size_t i) {
    const double wanted = e.expected.values[i];
    if (e.expected.kinds[i] != Wanted::value || std::abs(wanted) < 1e-30) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return e.got[i] / wanted;
}

/// Factors of rows.
struct Factors {
    double first = 1.0;
    bool differ = false;  ///< some are below 1, others above
};

/// The common factor of the wrong elements that allow one, in all rows or in each row alone.
bool has_factor(const Evidence& e, bool row_by_row, Factors* factors) {
    bool above = false;
    bool below = false;
    double current = 0.0;
    std::int64_t current_row = -1;
    std::int64_t used = 0;
    std::int64_t compared = 0;
    for (std::size_t i = 0; i < e.comparison.wrong.size(); ++i) {
        const double here = ratio(e, i);
        if (!e.comparison.wrong[i] || std::isnan(here)) continue;
        const bool starts = used == 0 || (row_by_row && e.row_of(i) != current_row);
        if (starts) {
            current = here;
            current_row = e.row_of(i);
            if (used == 0) factors->first = here;
            (here > 1.0 ? above : below) = true;
        } else if (!nearly_equal(here, current)) {
            return false;
        } else {
            ++compared;
        }
        ++used;
    }
    factors->differ = above && below;
    return compared >= 2 && used * 2 >= e.comparison.wrong_count && std::isfinite(factors->first) &&
           factors->first != 0.0;
}

/// Every wrong row holds what belongs into the row `distance` further on.
bool is_shifted_by_rows(const Evidence& e, std::int64_t distance) {
    return e.every_wrong([&](std::size_t i) {
        const std::int64_t from = e.row_of(i) + distance;
        if (from < 0 || from >= e.expected.rows) return false;
        const auto index =
            static_cast<std::size_t>(static_cast<std::int64_t>(i) + distance * e.expected.cols);
        return e.expected.kinds[index] == Wanted::value &&
               nearly_equal(e.got[i], e.expected.values[index]);
    });
}

/// Most rows are wrong. Elements may be right by chance, so that a row counts with one of them.
bool most_rows_are_wrong(const Evidence& e) {
    std::int64_t rows = 0;
    std::int64_t last = -1;
    for (std::size_t i = 0; i < e.comparison.wrong.size(); ++i) {
        if (!e.comparison.wrong[i] || e.row_of(i) == last) continue;
        last = e.row_of(i);
        ++rows;
    }
    return rows * 2 >= e.expected.rows;
}

/// Most rows are wrong, and each of them holds what belongs into row 0. Where each row has the same
/// result as row 0, that says nothing.
bool is_row_0_everywhere(const Evidence& e) {
    constexpr double kSays = 1e-30;  // very small results may be 0 for another reason
    bool says = false;
    return e.comparison.wrong_count > 1 && e.every_wrong([&](std::size_t i) {
        const std::size_t column = i % static_cast<std::size_t>(e.expected.cols);
        const double of_row_0 = e.expected.values[column];
        says =
            says || (std::abs(of_row_0) > kSays && !nearly_equal(of_row_0, e.expected.values[i]));
        return e.expected.kinds[column] == Wanted::value &&
               nearly_equal(e.got[i], e.expected.values[column]);
    }) && says &&
           most_rows_are_wrong(e);
}

/// Every wrong element is so near to what is wanted that what else it is near to says nothing.
bool is_close(const Evidence& e) {
    return e.every_wrong([&](std::size_t i) {
        return e.expected.kinds[i] == Wanted::value &&
               std::abs(e.got[i] - e.expected.values[i]) <= 1000.0 * e.expected.bounds[i];
    });
}

/// The largest error, in units of its element's bound. 0 where a bound is 0.
double largest_error(const Evidence& e) {
    double largest = 0.0;
    for (std::size_t i = 0; i < e.comparison.wrong.size(); ++i) {
        if (!e.comparison.wrong[i] || !(e.expected.bounds[i] > 0.0)) continue;
        const double error = std::abs(e.got[i] - e.expected.values[i]);
        largest = std::max(largest, error / e.expected.bounds[i]);
    }
    return largest;
}

/// Every wrong element is a number where the score is -inf, which has to become 0.
bool is_masked_not_zero(const Evidence& e) {
    return same_shape_as_input(e) && e.every_wrong([&](std::size_t i) {
        return std::isinf(e.x.values[i]) && e.x.values[i] < 0.0F && std::isfinite(e.got[i]) &&
               e.expected.kinds[i] == Wanted::value && e.expected.values[i] == 0.0;
    });
}

/// Every wrong element is a number where -inf is wanted, the maximum of nothing.
bool is_finite_for_minus_infinity(const Evidence& e) {
    return e.every_wrong([&](std::size_t i) {
        return e.expected.kinds[i] == Wanted::value && e.expected.values[i] == -HUGE_VAL &&
               std::isfinite(e.got[i]);
    });
}

/// Every wrong element is exp(maximum) times what is wanted, or exp(-maximum) times it: one of the
/// sum and the result was shifted by the maximum of the row.
bool has_different_shifts(const Evidence& e) {
    if (!same_shape_as_input(e)) return false;
    const std::vector<double> maxima = row_maxima(e.x);
    std::int64_t compared = 0;
    bool says = false;  // exp of a maximum near 0 is 1
    const auto off_by = [&](double sign) {
        compared = 0;
        says = false;
        return e.every_wrong([&](std::size_t i) {
            const double here = ratio(e, i);
            if (std::isnan(here)) return e.expected.kinds[i] == Wanted::value && e.got[i] == 0.0F;
            ++compared;
            const double maximum = maxima[static_cast<std::size_t>(e.row_of(i))];
            says = says || !nearly_equal(1.0, std::exp(sign * maximum));
            return nearly_equal(here, std::exp(sign * maximum));
        });
    };
    return (off_by(-1.0) || off_by(1.0)) && compared > 1 && says;
}

/// Most rows are wrong, and every wrong element is the sum that is wanted, without the last element
/// of the row.
bool lacks_last_element(const Evidence& e) {
    return e.expected.cols == 1 && e.x.cols > 1 && e.x.rows == e.expected.rows &&
           most_rows_are_wrong(e) && e.every_wrong([&](std::size_t i) {
               const double last = e.x.at(static_cast<std::int64_t>(i), e.x.cols - 1);
               const double lacks = e.expected.values[i] - e.got[i];
               return e.expected.kinds[i] == Wanted::value &&
                      std::abs(last) > 100.0 * e.expected.bounds[i] &&
                      std::abs(lacks - last) <= 2.0 * e.expected.bounds[i] + 1e-3 * std::abs(last);
           });
}

/// How much further on the rows are whose results stand in the wrong ones. Rows that nobody wrote
/// tell nothing. 0: there is no such distance.
std::int64_t distance_of_results(const Evidence& e) {
    constexpr std::int64_t kFew = 3;  // rows that have to agree
    const std::int64_t cols = e.expected.cols;
    const auto holds = [&](std::size_t i, std::int64_t distance) {
        const std::int64_t from = static_cast<std::int64_t>(i) + distance * cols;
        if (from < 0 || from >= e.expected.rows * cols) return false;
        const auto index = static_cast<std::size_t>(from);
        return e.expected.kinds[index] == Wanted::value &&
               nearly_equal(e.got[i], e.expected.values[index]);
    };
    std::vector<std::size_t> written;
    for (std::size_t i = 0; i < e.comparison.wrong.size(); ++i) {
        if (e.comparison.wrong[i] && !is_never_written(e.got[i])) written.push_back(i);
    }
    if (static_cast<std::int64_t>(written.size()) < kFew * cols) return 0;
    for (std::int64_t row = 0; row < e.expected.rows; ++row) {
        const std::int64_t distance = row - e.row_of(written.front());
        if (distance == 0 || !holds(written.front(), distance)) continue;
        const auto agrees = [&](std::size_t i) { return holds(i, distance); };
        if (std::all_of(written.begin(), written.end(), agrees)) return distance;
    }
    return 0;
}

What numbers(const Evidence& e) {
    What what;
    std::ostringstream words;
    if (is_close(e)) {
        what = {Content::close, 1.0, "They are nearly right: the error is small, but too large."};
        what.error_in_bounds = largest_error(e);
        return what;
    }
    const bool as_input = same_shape_as_input(e);
    if (as_input && e.every_wrong([&](std::size_t i) { return is_input(e, i); })) {
        return {Content::input_copied, 1.0, "They hold the input, unchanged."};
    }
    if (as_input && holds_exponentials(e)) {
        return {Content::not_divided, 1.0, "They hold exp(x - max), not divided by the sum."};
    }
    for (const std::int64_t distance : {1, -1}) {
        if (e.comparison.wrong_count > 1 && is_shifted_by_rows(e, distance)) {
            return {Content::other_row, 1.0,
                    std::string("They hold what belongs into the ") +
                        (distance == 1 ? "next" : "previous") + " row."};
        }
    }
    Factors factors;
    if (has_factor(e, false, &factors)) {
        what.content = Content::constant_factor;
        what.factor = factors.first;
        words << "They are all " << describe_value(std::round(what.factor * 1e5) / 1e5)
              << " times what is wanted.";
    } else if (has_factor(e, true, &factors)) {
        what.content = Content::row_factor;
        what.factor = factors.first;
        what.factors_differ = factors.differ;
        words << "Each row is off by a factor of its own (the first by "
              << describe_value(std::round(what.factor * 1e5) / 1e5) << ").";
    }
    what.words = words.str();
    return what;
}

What content_of(const Evidence& e) {
    if (e.comparison.never_written_count == e.comparison.wrong_count) {
        return {Content::never_written, 1.0, "They were never written."};
    }
    if (e.comparison.never_written_count > 0) {
        return {Content::some_written, 1.0,
                std::to_string(e.comparison.never_written_count) + " of them were never written."};
    }
    if (e.every_wrong([&](std::size_t i) { return e.expected.kinds[i] == Wanted::nan; })) {
        return {Content::nan_missing, 1.0, "They hold numbers, but NaN is wanted."};
    }
    if (e.every_wrong([&](std::size_t i) { return came_from_outside(e.got[i]); })) {
        return {Content::outside, 1.0,
                "They are NaNs that came from memory outside the matrix: the kernel read it."};
    }
    if (e.every_wrong([&](std::size_t i) { return came_from_unwritten(e.got[i]); })) {
        return {Content::from_unwritten, 1.0,
                "They were computed from elements of the output that nobody had written yet."};
    }
    if (e.every_wrong([&](std::size_t i) { return std::isnan(e.got[i]); })) {
        return {Content::nan, 1.0, "They were computed, but the result is NaN."};
    }
    if (e.every_wrong([&](std::size_t i) { return std::isinf(e.got[i]); })) {
        return {Content::infinite, 1.0, "They are infinite."};
    }
    if (e.every_wrong([&](std::size_t i) { return e.got[i] == 0.0F; })) {
        return {Content::zero, 1.0, "They are 0."};
    }
    if (is_masked_not_zero(e)) return {};  // so small that they are near anything else
    return numbers(e);
}

}  // namespace

What find_what(const Comparison& comparison, const HostMatrix& x, const std::vector<float>& got,
               const Expected& expected) {
    const Evidence e{comparison, x, got, expected};
    What what = content_of(e);
    what.finite = e.every_wrong([&](std::size_t i) { return std::isfinite(got[i]); });
    what.some_from_outside =
        !e.every_wrong([&](std::size_t i) { return !came_from_outside(got[i]); });
    constexpr float kRounded = 0.001F;
    what.beyond_1 = what.finite && !e.every_wrong([&](std::size_t i) {
        return got[i] >= -kRounded && got[i] <= 1.0F + kRounded;
    });
    what.zero = e.every_wrong([&](std::size_t i) { return got[i] == 0.0F; });
    what.two_rows = expected.rows == 2;
    what.of_row_0 = is_row_0_everywhere(e);
    what.masked_not_zero = is_masked_not_zero(e);
    what.finite_for_minus_infinity =
        what.content != Content::never_written && is_finite_for_minus_infinity(e);
    what.different_shifts = has_different_shifts(e);
    what.lacks_last_element = lacks_last_element(e);
    what.multiplied_by_sum = is_multiplied_by_sum(comparison, x, got, expected);
    if (what.content == Content::some_written) {
        what.from_rows_further_on = distance_of_results(e);
        what.late = find_late_row(comparison, got, expected);
    }
    if (what.content == Content::other) what.elsewhere = find_elsewhere(comparison, got, expected);
    return what;
}

}  // namespace workshop::checks
