// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "what.hpp"

namespace workshop::checks {

namespace {

std::string cause_of_unwritten(Place place) {
    switch (place) {
        case Place::everything:
            return "The kernel stores nothing to the output yet, or it leaves before it does.";
        case Place::row_tail:
            return "There are too few blocks for the rows: the number of blocks was rounded down, "
                   "or it has an upper limit and the kernel does not loop over the rows that are "
                   "left.";
        case Place::row_head:
        case Place::one_row:
        case Place::whole_rows:
        case Place::every_kth_row:
            return "No thread or block takes these rows. Look at how the row is computed from "
                   "blockIdx and threadIdx.";
        case Place::column_tail:
            return "The loop over the columns ends too early: a rest is left when the width is not "
                   "a multiple of the step.";
        case Place::column_head:
        case Place::one_column:
        case Place::every_kth_column:
        case Place::same_columns:
            return "No thread takes these columns. Look at where the loop over the columns starts "
                   "and how far it steps.";
        case Place::one_element:
        case Place::scattered:
            return "Some threads leave early, or two indices are mixed up.";
    }
    return {};
}

bool is_rows(Place place) {
    return place == Place::row_tail || place == Place::row_head || place == Place::one_row ||
           place == Place::every_kth_row || place == Place::whole_rows;
}

std::string cause_of_nan(Place place) {
    if (is_rows(place)) {
        return "In these rows something like inf - inf, 0 / 0 or inf / inf happens: think of rows "
               "or parts of rows that are -inf, and of exp of a large number.";
    }
    return "Something like inf - inf, 0 / 0 or inf / inf happens, or a value is used before it is "
           "set.";
}

std::string cause_of_factor(double factor) {
    if (factor > 1.0) {
        return "The sum is too small by that factor: some elements of the row, or some threads' "
               "shares, are not in it.";
    }
    return "The sum is too large by that factor: something was added twice, or a sum was not "
           "rescaled to the row's maximum.";
}

}  // namespace

std::string likely_cause(const Where& where, const What& what) {
    switch (what.content) {
        case Content::never_written:
            return cause_of_unwritten(where.place);
        case Content::some_written:
            return "Some threads store nothing, and what the others store is wrong as well.";
        case Content::outside:
            return "An index runs past the last column into the gap before the next row, or past "
                   "the matrix, or an element of the output is read before it is written.";
        case Content::nan:
            return cause_of_nan(where.place);
        case Content::infinite:
            return "exp of a large number is infinite: subtract the row's maximum first.";
        case Content::zero:
            return "A result was never added up, or exp was given a very negative number: look at "
                   "what is subtracted.";
        case Content::nan_missing:
            return "The contract says NaN here: for a row that is all -inf, and for a row with a "
                   "NaN or +inf. Something hides it, for example a maximum that skips NaN together "
                   "with a guard that is too eager.";
        case Content::input_copied:
            return "The last step of the kernel stores x itself.";
        case Content::not_divided:
            return "The last step, the division by the sum, is missing.";
        case Content::constant_factor:
        case Content::row_factor:
            return cause_of_factor(what.factor);
        case Content::other_row:
            return "The row index, or the leading dimension it is multiplied with, is off by one "
                   "row.";
        case Content::close:
            return "A rounding error is larger than it needs to be: look at the order of additions "
                   "and at values that are computed in a less exact way.";
        case Content::other:
            break;
    }
    if (is_rows(where.place)) return "Look at what is special about these rows.";
    return {};
}

}  // namespace workshop::checks
