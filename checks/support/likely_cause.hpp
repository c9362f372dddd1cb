// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Guesses the cause of wrong elements from where they are and what they hold.

#include <cstdint>
#include <string>
#include <vector>

#include "compare.hpp"
#include "expected.hpp"
#include "host_matrix.hpp"
#include "what.hpp"
#include "where.hpp"

namespace workshop::checks {

/// @brief What a guess at the cause needs to know about the function and its input.
struct Circumstances {
    bool is_divided_by_sum = false;  ///< the output is a quotient with the row's sum below
    bool has_exponentials = false;   ///< exp of the input is computed
    bool shares_a_row = false;       ///< the threads of a block work on one row together

    bool races_are_reported = false;  ///< so no race was seen: a barrier is not missing
    int threads_per_block = 0;        ///< 0: the function chooses
    bool blocks_go_on = false;        ///< a block takes one row after the other, and keeps the next
    bool has_gaps = false;            ///< ldx is larger than the rows are wide

    bool are_pairs = false;       ///< a row of the output is a pair of maximum and sum
    bool is_compensated = false;  ///< sums may lose next to nothing, however long they are
    /// The wrong elements are those of all threads but the first one of the block.
    bool only_thread_0_is_right = false;
    bool only_masked_are_wrong = false;  ///< what is wrong is just where x is -inf, all of it

    // Where the output are pairs of maximum and sum, and only sums are wrong: how many of them.
    std::int64_t sums_too_small = 0;
    std::int64_t sums_too_large = 0;

    // The input where the first wrong element is.
    bool has_scores = false;  ///< false: nothing is known about them
    bool all_finite = false;  ///< no NaN and no infinity is in the row
    std::int64_t row = 0;
    std::int64_t cols = 0;
    bool has_nan = false;               ///< a NaN is in the row
    bool has_plus_infinity = false;     ///< +inf is in the row, and no NaN
    std::int64_t minus_infinities = 0;  ///< how many elements of the row are -inf
    bool rest_is_finite = false;        ///< and all the others are finite
    double furthest = 0.0;              ///< the row's value that is furthest from 0
    double maximum = 0.0;               ///< the row's maximum
};

/// @brief Looks at one row of the input.
/// @param[in,out] circumstances receives what is known about the scores
void look_at_row(Circumstances& circumstances, const HostMatrix& x, std::int64_t row);

/// @brief Looks at whose columns are wrong, where each thread of a block takes every
///        threads_per_block-th one.
/// @param[in,out] circumstances receives whether only thread 0 is right
void look_at_threads(Circumstances& circumstances, const Comparison& comparison);

/// @brief Looks at where x is -inf.
/// @param[in,out] circumstances receives whether all of these elements are wrong, and no others
void look_at_masked(Circumstances& circumstances, const HostMatrix& x,
                    const Comparison& comparison);

/// @brief Looks at pairs of maximum and sum. Where a maximum is wrong, nothing is known of the
/// sums.
/// @param[in,out] circumstances receives how many sums are too small and too large
void look_at_sums(Circumstances& circumstances, const Comparison& comparison,
                  const std::vector<float>& got, const Expected& expected);

/// @brief A likely cause in one or two sentences. Empty when nothing fits.
std::string likely_cause(const Where& where, const What& what, const Circumstances& circumstances);

}  // namespace workshop::checks
