// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "gemm_report.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "gemm_guesses.hpp"
#include "poison.hpp"
#include "where.hpp"

namespace workshop::checks {

namespace {

/// Whether a question is answered with yes for every wrong element.
template <class Question>
bool every_wrong(const Comparison& comparison, const Question& question) {
    for (std::size_t i = 0; i < comparison.wrong.size(); ++i) {
        if (comparison.wrong[i] && !question(i)) return false;
    }
    return true;
}

std::string cause_of_unwritten(Place place) {
    switch (place) {
        case Place::everything:
            return "The kernel stores nothing to C yet, or all threads leave before they do.";
        case Place::row_tail:
            return "The number of tiles that cover the rows was rounded down, or threads of the "
                   "last tile leave though their row exists. If neither: which tile of rows, and "
                   "which of columns, does the number of a block stand for?";
        case Place::column_tail:
            return "The number of tiles that cover the columns was rounded down, or threads of the "
                   "last tile leave though their column exists. If neither: which tile of rows, "
                   "and which of columns, does the number of a block stand for?";
        default:
            return "Some threads store nothing: look at how row and column are computed from "
                   "blockIdx and threadIdx, and at the test before the store.";
    }
}

/// Where a leading dimension is not the number of columns, these two are easily mixed up.
std::string question_about_leading_dimensions(const GemmPlan& plan) {
    std::string text;
    if (plan.gap_a != 0) text += " Is the row of A multiplied by lda, not by k?";
    if (plan.gap_b != 0) text += " Is k, the row of B, multiplied by ldb, not by n?";
    if (plan.gap_c != 0) text += " Is the row of C multiplied by ldc, not by n?";
    return text.empty() ? text : " Here a leading dimension is larger than its row." + text;
}

std::string cause_of_nan(const GemmFunction& function, const GemmPlan& plan,
                         const std::vector<float>& got, const Comparison& comparison) {
    if (plan.alpha == 0.0F || plan.shape.k == 0) {
        return "With alpha == 0 or k == 0 there is no product: C becomes beta * C, and A and B are "
               "not read. 0 * NaN is NaN.";
    }
    if (every_wrong(comparison, [&](std::size_t i) { return came_from_outside(got[i]); })) {
        const std::string indices =
            "An element was read beyond the end of a row of A or B, or beyond the last row. Is "
            "that of A a[row * lda + k], and that of B b[k * ldb + column], each with its own "
            "leading dimension?";
        if (function.tile_k == 1) return indices;
        return indices +
               " Where a tile reaches beyond the matrix, put 0 into it; test rows and columns of "
               "both matrices, and k as well.";
    }
    if (plan.beta == 0.0F &&
        every_wrong(comparison, [&](std::size_t i) { return came_from_unwritten(got[i]); })) {
        return "C was read though beta is 0. It may hold anything, and 0 * NaN is NaN: do not read "
               "it.";
    }
    return "A value outside of A or B was used, C was read though beta is 0, or shared memory was "
           "read before it was written.";
}

/// Whether the call has left every element of C as it was.
bool is_unchanged(const GemmPlan& plan, const GemmData& data, const std::vector<float>& got,
                  const Comparison& comparison) {
    if (comparison.wrong_count != static_cast<std::int64_t>(got.size())) return false;
    return every_wrong(comparison, [&](std::size_t i) {
        return plan.beta == 0.0F ? is_never_written(got[i]) : got[i] == data.c.values[i];
    });
}

/// "Nothing to multiply" is easily taken for "nothing to do".
std::string cause_of_unchanged(const GemmPlan& plan) {
    return std::string("C is unchanged. Without a product (here ") +
           (plan.shape.k == 0 ? "k" : "alpha") +
           " is 0) C still becomes beta * C, and 0 where beta is 0: do not return before the "
           "launch, and store every element.";
}

/// A NaN in alpha or beta belongs in every element, and numbers came.
std::string cause_of_lost_factor(const GemmPlan& plan) {
    const std::string name = std::isnan(plan.alpha) ? "alpha" : "beta";
    return name +
           " is NaN, and so all of C has to be. A NaN is neither above nor below 0, but it is " +
           "not 0 either: ask for " + name + " == 0.0F.";
}

}  // namespace

std::string describe_gemm_mismatch(const GemmFunction& function, const GemmPlan& plan,
                                   const GemmData& data, const std::vector<float>& got,
                                   const GemmResult& wanted, const Comparison& comparison) {
    const Where where = find_where(comparison);
    const auto first = static_cast<std::size_t>(comparison.first);
    const Expected& expected = wanted.expected;
    const bool nothing_written = comparison.never_written_count == comparison.wrong_count;
    std::ostringstream text;
    text << describe_gemm(function, plan) << ":\n"
         << comparison.wrong_count << " of " << comparison.wrong.size()
         << (comparison.wrong.size() == 1 ? " element of C " : " elements of C ")
         << (comparison.wrong_count == 1 ? "is" : "are") << " wrong: " << where.words << ".\n"
         << (!nothing_written              ? ""
             : comparison.wrong_count == 1 ? "It was never written.\n"
                                           : "They were never written.\n")
         << "first: row " << comparison.first / comparison.cols << ", column "
         << comparison.first % comparison.cols << ": "
         << (is_never_written(got[first]) ? "still unwritten" : "got " + describe_value(got[first]))
         << ", wanted ";
    if (expected.kinds[first] == Wanted::nan) {
        text << "NaN";
    } else {
        text << describe_value(expected.values[first]) << ", give or take ";
        text.precision(2);
        text << expected.bounds[first];
    }
    const bool no_product = plan.alpha == 0.0F || plan.shape.k == 0;
    std::string cause;
    if (no_product && is_unchanged(plan, data, got, comparison)) {
        cause = cause_of_unchanged(plan);
    } else if (nothing_written) {
        cause = cause_of_unwritten(where.place);
    } else if ((std::isnan(plan.alpha) || std::isnan(plan.beta)) &&
               expected.kinds[first] == Wanted::nan) {
        cause = cause_of_lost_factor(plan);
    } else if (every_wrong(comparison, [&](std::size_t i) { return std::isnan(got[i]); })) {
        cause = cause_of_nan(function, plan, got, comparison);
    } else {
        cause = guess_gemm_cause(function, plan, data, got, wanted, comparison);
    }
    cause += question_about_leading_dimensions(plan);
    if (!cause.empty()) text << "\nlikely cause: " << cause.substr(cause.front() == ' ' ? 1 : 0);
    return text.str();
}

}  // namespace workshop::checks
