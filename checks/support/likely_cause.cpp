// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "likely_cause.hpp"

#include <algorithm>
#include <cmath>

#include "causes_of_values.hpp"

namespace workshop::checks {

namespace {

const char* const kRace =
    "Was the value that is read written by another thread? Then a barrier, __syncthreads(), has to "
    "stand between the write and the read, where all threads of the block reach it. Else look at "
    "which threads and warps take part for this number of threads.";

const char* const kNoRace =
    "No race was seen, so this is not about barriers. Is each element of the row taken once, by "
    "one thread? Does every thread that goes on have the result? Look at which threads and warps "
    "take part for this number of threads.";

const char* const kOneThread =
    "A single thread takes the whole row here, so this is about neither barriers nor other "
    "threads. Look at its loop: is each element taken once, and what does it keep from one part of "
    "its share to the next? And at the reduction: what does it add to the thread that is alone?";

bool is_moderate_and_shared(const Circumstances& now) {
    return now.shares_a_row && now.has_scores && now.all_finite;
}

/// The contract wants a NaN, and the output has a number.
std::string cause_of_missing_nan(const What& what, const Circumstances& now) {
    if (what.zero && now.has_exponentials && now.cols > 0 && now.minus_infinities == now.cols) {
        return "The scores of this row are all -inf, and it holds 0. The contract says NaN: "
               "nothing "
               "is left to divide by. Is the row set to 0, or a sum of 0 replaced?";
    }
    if (now.has_plus_infinity) {
        return "The contract says NaN for a row with +inf: +inf - (+inf) has no value. Something "
               "hides it: does a guard for -inf take +inf as well, as isinf() does?";
    }
    if (now.has_nan) {
        return "The contract says NaN for a row with a NaN. Something hides it, for example a "
               "maximum that skips NaN together with a guard that is too eager.";
    }
    return "The contract says NaN here: for a row that is all -inf, and for a row with a NaN or "
           "+inf. Something hides it, for example a maximum that skips NaN together with a guard "
           "that is too eager.";
}

/// Blocks have whole warps, mostly: the rows of block 0 end at such a number.
bool may_end_block(std::int64_t row) {
    return row > 0 && row % 32 == 0;
}

const char* const kFewBlocks =
    "There are too few blocks for the rows: the number of blocks was rounded down, or it has an "
    "upper limit and the kernel does not loop over the rows that are left.";

std::string cause_of_last_row(const Where& where) {
    return std::string(
               "The last row is left out: does a thread go on while row < rows, and return only "
               "where row >= rows, not rows - 1? Look at the condition of the return.") +
           (may_end_block(where.from) ? std::string(" If it is right: ") + kFewBlocks : "");
}

/// One row is left out, and there is something special about its scores.
std::string cause_of_special_row(const Circumstances& now) {
    const bool is_masked = now.cols > 0 && now.minus_infinities == now.cols;
    if (!now.has_scores || !(is_masked || now.has_nan || now.has_plus_infinity)) return {};
    const std::string what = is_masked     ? "The scores of this row are all -inf"
                             : now.has_nan ? "A NaN is in this row"
                                           : "+inf is in this row";
    return what +
           ", and it is the only one that is left out: does a return, or an if around the store, "
           "leave it out? What the contract wants there has to be written, too.";
}

std::string cause_of_unwritten_place(const Where& where, const Circumstances& now) {
    if (where.place == Place::one_row) {
        if (std::string cause = cause_of_special_row(now); !cause.empty()) return cause;
    }
    if (now.only_masked_are_wrong) {
        return "Just the elements whose score is -inf are left out. Their weight is 0, and that "
               "has "
               "to be stored: does an if around the store leave them out?";
    }
    const bool is_a_column =
        where.place == Place::column_head || where.place == Place::column_tail ||
        where.place == Place::one_column || where.place == Place::same_columns ||
        where.place == Place::every_kth_column;
    if (now.are_pairs && is_a_column) {
        return "Of each pair one member is stored, and the other one is not. A pair has two: store "
               "it as a whole, out[row] = pair.";
    }
    if (where.last_row) return cause_of_last_row(where);
    switch (where.place) {
        case Place::everything:
            return "The kernel stores nothing to the output yet, or it leaves before it does.";
        case Place::row_tail:
            if (now.shares_a_row) return kFewBlocks;
            if (!may_end_block(where.from)) {
                return std::string(kFewBlocks) +
                       " If there are enough: the row of a thread is blockIdx.x * blockDim.x + "
                       "threadIdx.x, with the factor at the block's index.";
            }
            return std::string(
                       "The row is computed from threadIdx.x only: add blockIdx.x * blockDim.x. If "
                       "it is there: ") +
                   kFewBlocks;
        case Place::row_head:
        case Place::one_row:
        case Place::whole_rows:
        case Place::every_kth_row:
            return "No thread or block takes these rows. Look at how the row is computed from "
                   "blockIdx and threadIdx.";
        case Place::column_tail:
            if (where.count == 1) {
                return "The last column is left out: does the loop go on while column < cols, not "
                       "cols - 1? Else a rest is left when the width is not a multiple of the "
                       "step.";
            }
            return "The loop over the columns ends too early: a rest is left when the width is not "
                   "a multiple of the step.";
        case Place::column_head:
        case Place::one_column:
        case Place::every_kth_column:
        case Place::same_columns:
            return "No thread takes these columns. Look at where the loop over the columns starts "
                   "and how far it steps.";
        case Place::row_ends:
            return "What groups of four leave over is left out: the elements before the first "
                   "multiple of 16 bytes, or those after the last whole group. How many these are "
                   "differs from row to row when the leading dimension is not a multiple of 4. If "
                   "a loop takes them, each thread has to come to it: no return may stand in the "
                   "loop over the groups.";
        case Place::one_element:
        case Place::scattered:
            return "Some threads leave early, or two indices are mixed up.";
    }
    return {};
}

/// With few threads, each has more to do than with many.
std::string cause_of_unwritten(const Where& where, const Circumstances& now) {
    constexpr int kFew = 32;
    std::string cause = cause_of_unwritten_place(where, now);
    const bool few = now.threads_per_block > 0 && now.threads_per_block < kFew;
    if (few && where.place != Place::everything) {
        cause += " Does it happen only with few threads, such as " +
                 std::to_string(now.threads_per_block) +
                 " here? Then a thread has several elements to take. An if takes only the first of "
                 "them; a loop takes them all.";
    }
    return cause;
}

/// What was kept of one row is still there when the next one is written.
std::string cause_of_late_row(const LateRow& late) {
    return "Row " + std::to_string(late.row) + " holds the result of row " +
           std::to_string(late.from) +
           ", which was never written itself: its threads left before they wrote it and kept the "
           "next row. Does a return stand where one column only is to be left out?";
}

bool is_rows(Place place) {
    return place == Place::row_tail || place == Place::row_head || place == Place::one_row ||
           place == Place::every_kth_row || place == Place::whole_rows;
}

std::string cause_of_minus_infinities(const Circumstances& now) {
    return std::to_string(now.minus_infinities) + " of the " + std::to_string(now.cols) +
           " elements of row " + std::to_string(now.row) +
           " are -inf. Where all that was seen so far is -inf, the maximum is -inf as well, and "
           "x - maximum is NaN, as inf - inf: what is subtracted then?";
}

std::string cause_of_nan(Place place, const Circumstances& now) {
    if (now.has_exponentials && now.minus_infinities > 0 && now.rest_is_finite)
        return cause_of_minus_infinities(now);
    if (has_large_scores(now)) return cause_of_large_scores(now);
    if (is_moderate_and_shared(now) && !now.races_are_reported) return kRace;
    if (is_rows(place)) {
        return std::string(
                   "In these rows something like inf - inf, 0 / 0 or inf / inf happens: think of "
                   "rows or parts of rows that are -inf") +
               (now.has_exponentials ? ", and of exp of a large number." : ".");
    }
    return std::string(
               "Something like inf - inf, 0 / 0 or inf / inf happens, or a value is used "
               "before it is set.") +
           (now.shares_a_row && now.has_exponentials
                ? " The maximum of a thread without elements is -inf, and subtracting it is such a "
                  "case."
                : "");
}

/// The result of a reduction is in one thread of the block only.
std::string cause_of_thread_0() {
    return "Only the columns of thread 0 are right, in every row. Thread 0 has the result of the "
           "reduction, and the other threads have something else: does the result reach all "
           "threads of the block, through shared memory and a barrier?";
}

/// The row that is kept may still be the one of the block's round before.
std::string cause_of_row_before(const Elsewhere& found) {
    return "Row " + std::to_string(found.row) + " holds the result of row " +
           std::to_string(found.from) +
           ". Did its block take that row before it? Then what was loaded of the next row is not "
           "stored to where the row is kept. Else the row that is read is another one than the row "
           "that is written: how is the index of each of them computed?";
}

std::string cause_of_other(const Where& where, const What& what, const Circumstances& now) {
    if (now.blocks_go_on && what.elsewhere.kind == Elsewhere::Kind::row &&
        what.elsewhere.from < what.elsewhere.row) {
        return cause_of_row_before(what.elsewhere);
    }
    if (what.elsewhere.kind != Elsewhere::Kind::nothing) return cause_of_elsewhere(what.elsewhere);
    if (now.sums_too_small + now.sums_too_large > 0 &&
        (now.races_are_reported || !now.shares_a_row)) {
        return cause_of_sums(now);
    }
    // A maximum that is not subtracted gives no number in a quotient here, so that one was.
    const bool is_number = what.finite && now.is_divided_by_sum;
    if (has_large_scores(now) && !is_number) return cause_of_large_scores(now);
    if (has_large_scores(now) && (now.races_are_reported || !now.shares_a_row)) {
        return "The results are numbers, so a maximum was subtracted. Is it the same one in each "
               "term of the sum and in the last step? A sum that was begun with another maximum "
               "has to be rescaled: times exp(old maximum - new maximum).";
    }
    if (now.shares_a_row && now.threads_per_block == 1) return kOneThread;
    if (now.shares_a_row) return now.races_are_reported ? kNoRace : kRace;
    if (is_rows(where.place)) return "Look at what is special about these rows.";
    if (now.is_divided_by_sum && what.beyond_1) {
        return "Every element of a softmax lies between 0 and 1, and these do not. Is the whole "
               "difference inside of exp, and the whole exponential divided by the sum?";
    }
    return {};
}

}  // namespace

void look_at_row(Circumstances& circumstances, const HostMatrix& x, std::int64_t row) {
    if (row < 0 || row >= x.rows || x.cols == 0) return;
    const float* begin = x.row(row);
    const float* end = begin + x.cols;
    circumstances.has_scores = true;
    circumstances.row = row;
    circumstances.cols = x.cols;
    circumstances.has_nan = std::any_of(begin, end, [](float v) { return std::isnan(v); });
    circumstances.has_plus_infinity =
        !circumstances.has_nan && std::find(begin, end, HUGE_VALF) != end;
    circumstances.minus_infinities = std::count(begin, end, -HUGE_VALF);
    circumstances.rest_is_finite =
        std::all_of(begin, end, [](float v) { return std::isfinite(v) || v == -HUGE_VALF; });
    circumstances.all_finite = std::all_of(begin, end, [](float v) { return std::isfinite(v); });
    circumstances.maximum = *std::max_element(begin, end);
    circumstances.furthest =
        *std::max_element(begin, end, [](float a, float b) { return std::abs(a) < std::abs(b); });
}

void look_at_sums(Circumstances& circumstances, const Comparison& comparison,
                  const std::vector<float>& got, const Expected& expected) {
    std::int64_t too_small = 0;
    std::int64_t too_large = 0;
    for (std::size_t i = 0; i < comparison.wrong.size(); ++i) {
        if (!comparison.wrong[i]) continue;
        const bool is_sum = i % 2 == 1;
        if (!is_sum || expected.kinds[i] != Wanted::value || !std::isfinite(got[i])) return;
        ++(got[i] < expected.values[i] ? too_small : too_large);
    }
    circumstances.sums_too_small = too_small;
    circumstances.sums_too_large = too_large;
}

void look_at_masked(Circumstances& circumstances, const HostMatrix& x,
                    const Comparison& comparison) {
    if (comparison.rows != x.rows || comparison.cols != x.cols) return;
    for (std::size_t i = 0; i < comparison.wrong.size(); ++i) {
        const auto place = static_cast<std::int64_t>(i);
        const bool masked = x.at(place / x.cols, place % x.cols) == -HUGE_VALF;
        if (comparison.wrong[i] != masked) return;
    }
    circumstances.only_masked_are_wrong = comparison.wrong_count > 0;
}

void look_at_threads(Circumstances& circumstances, const Comparison& comparison) {
    const std::int64_t threads = circumstances.threads_per_block;
    if (!circumstances.shares_a_row || threads < 2 || comparison.cols < 2) return;
    for (std::size_t i = 0; i < comparison.wrong.size(); ++i) {
        const std::int64_t column = static_cast<std::int64_t>(i) % comparison.cols;
        if (comparison.wrong[i] != (column % threads != 0)) return;
    }
    circumstances.only_thread_0_is_right = true;
}

std::string likely_cause(const Where& where, const What& what, const Circumstances& circumstances) {
    if (what.masked_not_zero && circumstances.has_exponentials) {
        return "These scores are -inf, and exp(-inf) is exactly 0. Is there a lower limit for "
               "x - maximum, or a number in place of -inf? expf needs neither.";
    }
    if (what.finite_for_minus_infinity) {
        return "The maximum of no values, or of values that are all -inf, is -inf. A number comes "
               "out where the search for it starts at one: does it start at -INFINITY, in each "
               "place?";
    }
    if (what.of_row_0 && what.two_rows) {
        return "Row 1 holds the result of row 0: is the offset of the row, row * ldx, missing "
               "where x is read?" +
               std::string(circumstances.blocks_go_on
                               ? " Or did its block take row 0 before it? Then what was loaded of "
                                 "the next row is not stored to where the row is kept."
                               : "");
    }
    if (what.of_row_0) {
        return "Every row holds the result of row 0: the offset of the row, row * ldx, is missing "
               "where x is read.";
    }
    if (what.lacks_last_element && !circumstances.has_exponentials) {
        return "Each sum lacks the last element of its row: does the loop go on while column < "
               "cols, not cols - 1?";
    }
    if (what.different_shifts && circumstances.has_exponentials) {
        return "The sum and the result use different shifts: is the maximum of the row subtracted "
               "in both, in exp of the sum and in exp of the result?";
    }
    if (what.multiplied_by_sum && circumstances.has_exponentials &&
        circumstances.is_divided_by_sum) {
        return "The result is multiplied by the sum of its row where it should be divided by it: "
               "each element is sum * sum times what is wanted.";
    }
    const bool something_written =
        what.content != Content::never_written && what.content != Content::some_written;
    // Row 0 begins at the same place, whatever its number is multiplied with.
    if (what.some_from_outside && circumstances.has_gaps && circumstances.row > 0 &&
        is_rows(where.place)) {
        return "Row 0 is right, and ldx is larger than cols here: does row r of x begin at "
               "x + r * ldx, not at x + r * cols? In each place that reads x?";
    }
    if (circumstances.only_thread_0_is_right && something_written) return cause_of_thread_0();
    switch (what.content) {
        case Content::never_written:
            return cause_of_unwritten(where, circumstances);
        case Content::some_written:
            if (what.from_rows_further_on != 0) {
                return "Row " + std::to_string(where.from) + " holds the result of row " +
                       std::to_string(where.from + what.from_rows_further_on) +
                       ", and other rows hold nothing: a result is stored at another index than "
                       "that of its row. blockIdx.x, for example, is the row only in the first "
                       "round.";
            }
            if (what.late.row != -1) return cause_of_late_row(what.late);
            return "Some threads store nothing, and what the others store is wrong as well.";
        case Content::outside:
            return "An index runs past the last column into the gap before the next row, or past "
                   "the matrix.";
        case Content::from_unwritten:
            return "The kernel reads the output before it writes it (with += or atomicAdd, for "
                   "example). The output does not start at 0: it holds whatever was there before. "
                   "Compute in a variable of your own, and store the result with =.";
        case Content::nan:
            return cause_of_nan(where.place, circumstances);
        case Content::infinite:
            return cause_of_infinities(circumstances);
        case Content::zero:
            return cause_of_zeros(circumstances);
        case Content::nan_missing:
            return cause_of_missing_nan(what, circumstances);
        case Content::input_copied:
            return "The last step of the kernel stores x itself.";
        case Content::not_divided:
            return "The last step, the division by the sum, is missing. Or the sum is 1 in these "
                   "rows: is it a float? An int loses all that stands behind the point.";
        case Content::constant_factor:
        case Content::row_factor:
            return cause_of_factor(what, circumstances);
        case Content::other_row:
            return "The row index, or the leading dimension it is multiplied with, is off by one "
                   "row.";
        case Content::close:
            return cause_of_small_error(what.error_in_bounds, circumstances);
        case Content::other:
            break;
    }
    return cause_of_other(where, what, circumstances);
}

}  // namespace workshop::checks
