// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "merge_judge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "bounds.hpp"
#include "compare.hpp"
#include "launch.hpp"
#include "poison.hpp"

namespace workshop::checks {

std::string words(Pair pair) {
    return '{' + describe_value(pair.max) + ", " + describe_value(pair.sum) + '}';
}

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// What a pair must be.
struct WantedPair {
    double max = 0.0;
    double sum = 0.0;
    double sum_bound = 0.0;
    bool nan = false;  ///< the sum must be NaN, the maximum may be anything
};

/// The exact merge. Its error in units of u: for the side that is rescaled the difference of the
/// maxima and one exp, then a product and an addition.
WantedPair exact_merge(Pair a, Pair b) {
    WantedPair wanted;
    wanted.nan = std::isnan(a.sum) || std::isnan(b.sum);
    wanted.max = std::max<double>(a.max, b.max);
    if (wanted.nan || wanted.max == -kInfinity) return wanted;
    for (const Pair pair : {a, b}) {
        const double shift = pair.max - wanted.max;
        const double term = pair.sum * std::exp(shift);
        wanted.sum += term;
        if (term > 0.0) {
            wanted.sum_bound += term * relative_error(-shift + exp_error(shift) + 2.0);
        }
    }
    wanted.sum_bound += 2.0 * kSmallestNormal;
    return wanted;
}

bool is_right(Pair got, const WantedPair& wanted) {
    if (is_never_written(got.max) || is_never_written(got.sum)) return false;
    if (wanted.nan) return std::isnan(got.sum);
    return static_cast<double>(got.max) == wanted.max &&
           element_is_right(got.sum, Wanted::value, wanted.sum, wanted.sum_bound);
}

std::string words(const WantedPair& wanted) {
    if (wanted.nan) return "{any value, NaN}";
    return '{' + describe_value(wanted.max) + ", " + describe_value(wanted.sum) + '}';
}

}  // namespace

Expected merge_oracle(const HostMatrix& a, const HostMatrix& b) {
    Expected expected(a.rows, 2);
    for (std::int64_t row = 0; row < a.rows; ++row) {
        const WantedPair wanted =
            exact_merge({a.at(row, 0), a.at(row, 1)}, {b.at(row, 0), b.at(row, 1)});
        expected.set(row, 0, wanted.max, 0.0);
        expected.set(row, 1, wanted.sum, wanted.sum_bound);
    }
    return expected;
}

bool MergeJudge::check(const std::vector<Pair>& a, const std::vector<Pair>& b,
                       const std::string& cause) const {
    std::vector<Pair> got;
    if (!merge_(a, b, &got)) return false;
    std::size_t wrong = 0;
    std::size_t first = 0;
    for (std::size_t i = a.size(); i-- > 0;) {
        if (is_right(got[i], exact_merge(a[i], b[i]))) continue;
        ++wrong;
        first = i;
    }
    if (wrong == 0) return true;
    std::ostringstream text;
    text << name_ << ": " << wrong << " of " << a.size()
         << " merges are wrong.\nfirst: " << words(a[first]) << " merged with " << words(b[first])
         << " gave " << words(got[first]) << ", wanted " << words(exact_merge(a[first], b[first]))
         << "\nlikely cause: " << cause;
    fail(text.str());
    return false;
}

void MergeJudge::report(const std::string& problem, const std::string& cause) const {
    fail(name_ + ": " + problem + "\nlikely cause: " + cause);
}

}  // namespace workshop::checks
