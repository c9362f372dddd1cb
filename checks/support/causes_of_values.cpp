// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "causes_of_values.hpp"

#include <cmath>

#include "poison.hpp"

namespace workshop::checks {

namespace {

/// A result, got / wanted of which is below 0.
std::string cause_of_negative_factor(const Circumstances& now) {
    if (!now.is_divided_by_sum) {
        return "The sign of the sum is wrong: is something subtracted that has to be added?";
    }
    return "The sum has the wrong sign: a sum of exponentials is never below 0. Is each of its "
           "terms an exponential, and is it added?";
}

/// exp of none of the row's scores is infinite, nor of one after a subtraction of the maximum.
bool has_small_scores(const Circumstances& now) {
    constexpr double kExpIsFinite = 88.0;
    return now.has_scores && now.rest_is_finite && std::isfinite(now.maximum) &&
           now.maximum < kExpIsFinite;
}

}  // namespace

/// In float32, exp(89) is infinite and exp(-89) subnormal.
bool has_large_scores(const Circumstances& now) {
    constexpr double kExpOverflows = 88.0;
    return now.has_exponentials && now.has_scores && now.all_finite &&
           std::abs(now.furthest) > kExpOverflows;
}

std::string cause_of_large_scores(const Circumstances& now) {
    return "The row holds x = " + describe_value(now.furthest) + ", its maximum is " +
           describe_value(now.maximum) +
           ". Is the maximum of the row subtracted before exp? Does the search for it start at "
           "-INFINITY, so that it is right for negative rows too? Does each step keep the larger "
           "one of what it finds and of the maximum so far? Is a factor, if there is one, applied "
           "to the difference only?";
}

std::string cause_of_factor(const What& what, const Circumstances& now) {
    if (what.factor < 0.0) return cause_of_negative_factor(now);
    const std::string barrier = now.shares_a_row && !now.races_are_reported
                                    ? " Shared memory may have been read before it was written: is "
                                      "a barrier in between?"
                                    : "";
    if (what.factors_differ && now.is_divided_by_sum) {
        return "In some rows the sum is too small, in others it is too large. Are its terms those "
               "that the last step divides by it, with the maximum of this row subtracted in "
               "each? Is each of them added once?" +
               barrier;
    }
    // A sum in the denominator that is too small makes the quotient too large.
    const bool sum_is_too_small = now.is_divided_by_sum ? what.factor > 1.0 : what.factor < 1.0;
    if (sum_is_too_small) {
        return "The sum is too small by that factor: some elements of the row, or some threads' "
               "shares, are not in it." +
               barrier;
    }
    return std::string(
               "The sum is too large by that factor: something was added twice, or does not "
               "belong there") +
           (now.has_exponentials ? ", or a sum was not rescaled to the row's maximum." : ".");
}

std::string cause_of_infinities(const Circumstances& now) {
    if (!now.has_exponentials) {
        return "A sum of numbers is infinite where something that takes part in it is. Does it "
               "start at an infinity, as a maximum does? A sum starts at 0.";
    }
    if (has_large_scores(now)) return cause_of_large_scores(now);
    if (!has_small_scores(now))
        return "exp of a large number is infinite: subtract the row's maximum first.";
    const std::string not_the_scores =
        "The scores of this row are small: exp of none of them is infinite. ";
    if (now.is_divided_by_sum) {
        return not_the_scores + "A division by a sum of 0 is: was anything added to the sum" +
               (now.shares_a_row ? ", and does the thread that divides have it" : "") +
               "? Else the maximum that is subtracted is still -inf.";
    }
    return not_the_scores + "Is the maximum that is subtracted still -inf?";
}

std::string cause_of_zeros(const Circumstances& now) {
    if (has_large_scores(now)) return cause_of_large_scores(now);
    if (now.has_exponentials) {
        return "A result was never added up, or exp was given a very negative number: look at what "
               "is subtracted.";
    }
    if (!now.shares_a_row) return "0 is what a sum begins with: nothing was added up.";
    return "Nothing was added up. Does the loop over the row run at all for this width? A number "
           "of rounds that is rounded down is 0 for a narrow row. Does a thread begin at its "
           "number in the block, threadIdx.x? Is a sum overwritten, with = where += is meant?";
}

std::string cause_of_sums(const Circumstances& now) {
    const std::string sums = "Each maximum is right, and only sums are wrong. ";
    if (now.has_scores && now.cols > 0 && now.minus_infinities == now.cols) {
        return sums +
               "The scores of this row are all -inf: each has the weight 0, and so has their sum. "
               "Is "
               "an element counted as 1 before it is looked at, as where a pair begins with {x, "
               "1}?";
    }
    if (now.sums_too_large == 0) {
        return sums +
               "They are too small: some elements of the row, or some threads' shares, are not in "
               "them, or were rescaled once too often.";
    }
    return sums +
           "A sum that was begun with another maximum has to be rescaled before anything is added "
           "to it: times exp(old maximum - new maximum)." +
           (now.sums_too_small == 0 ? " If it is: was something added twice?" : "");
}

/// Nearly right. The bounds count every rounding that a kernel needs: many times as much is another
/// thing, except where a long sum may lose nothing.
std::string cause_of_small_error(double error_in_bounds, const Circumstances& now) {
    constexpr double kHardlyRounding = 20.0;
    if (has_large_scores(now)) {
        return "The row holds x = " + describe_value(now.furthest) +
               ": what is added to such a number, or multiplied with it, is rounded as coarsely as "
               "the number is. Is the maximum subtracted from x before anything else, such as a "
               "factor or the logarithm of the sum, comes in?";
    }
    if (error_in_bounds > kHardlyRounding && !now.is_compensated) {
        return "The error is up to " + std::to_string(std::lround(error_in_bounds)) +
               " times its bound, hardly a matter of roundings alone. Is an element of the row "
               "left out, or taken twice? Is something small added to a value, such as to a "
               "divisor? If not: is a long sum added up by one thread, or a value computed in a "
               "less exact way?";
    }
    return "A rounding error is larger than it needs to be: look at the order of additions and at "
           "values that are computed in a less exact way. Or something small is added to a value, "
           "such as to a divisor.";
}

}  // namespace workshop::checks
