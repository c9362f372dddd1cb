// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Finds out what the wrong elements hold.

#include <cstdint>
#include <string>
#include <vector>

#include "compare.hpp"
#include "elsewhere.hpp"
#include "host_matrix.hpp"
#include "wrong_rows.hpp"

namespace workshop::checks {

/// @brief What the wrong elements have in common.
enum class Content {
    never_written,    ///< nothing was stored
    some_written,     ///< some of them were never written
    outside,          ///< a NaN that was read from a gap or a guard
    from_unwritten,   ///< a NaN computed from an unwritten element of the output
    nan,              ///< computed NaNs
    infinite,         ///< infinities
    zero,             ///< zeros
    nan_missing,      ///< numbers where NaN is wanted
    input_copied,     ///< the input, unchanged
    not_divided,      ///< exp(x - max), not divided by the sum
    constant_factor,  ///< every wrong element is off by the same factor
    row_factor,       ///< every wrong row is off by a factor of its own
    other_row,        ///< what belongs into another row
    close,            ///< nearly right: within 1000 times the bound
    other,            ///< none of these
};

/// @brief What the wrong elements hold.
struct What {
    Content content = Content::other;
    double factor = 1.0;  ///< got / wanted of constant_factor, and of the first row of row_factor
    std::string words;    ///< one sentence, or empty for Content::other
    bool finite = false;  ///< every wrong element is a number
    bool some_from_outside = false;  ///< some hold a NaN that was read from a gap or a guard
    bool beyond_1 = false;           ///< all are numbers, and one at least is below 0 or above 1
    bool zero = false;               ///< every wrong element is 0
    bool two_rows = false;           ///< the output has no more
    bool of_row_0 = false;           ///< there are several, and each holds what belongs into row 0
    /// The output has one column, and each wrong sum lacks the last element of its row.
    bool lacks_last_element = false;
    /// Each wrong element is a number, and its score is -inf: 0 is wanted.
    bool masked_not_zero = false;
    /// Each wrong element is a number, and the maximum of nothing is wanted: -inf.
    bool finite_for_minus_infinity = false;
    /// Each wrong element is off by exp of its row's maximum, or by one through it.
    bool different_shifts = false;
    /// Each wrong element is sum * sum times what is wanted, sum being that of its row's
    /// exponentials.
    bool multiplied_by_sum = false;
    /// Of Content::row_factor: some factors are below 1, others above.
    bool factors_differ = false;
    /// Of Content::close: the largest error, as a multiple of its bound.
    double error_in_bounds = 0.0;
    /// Of Content::some_written: a row that holds what belongs into one that nobody wrote.
    LateRow late{};
    /// Not 0: what is written of the wrong rows belongs into the rows that are so much further on.
    std::int64_t from_rows_further_on = 0;
    /// Of Content::other: what belongs into another row or column stands in the wrong ones.
    Elsewhere elsewhere{};
};

/// @brief Analyses a comparison that found at least one wrong element.
/// @param[in] x        the input of the launch
/// @param[in] got      the output, as compared
/// @param[in] expected what was wanted
What find_what(const Comparison& comparison, const HostMatrix& x, const std::vector<float>& got,
               const Expected& expected);

}  // namespace workshop::checks
