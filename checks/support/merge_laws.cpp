// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "bounds.hpp"
#include "compare.hpp"
#include "inputs.hpp"
#include "merge_judge.hpp"
#include "merge_suite.hpp"
#include "oracle.hpp"
#include "poison.hpp"

namespace workshop::checks {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr Pair kIdentity{-kInfinity, 0.0F};

std::vector<Pair> random_pairs(std::int64_t count, std::uint64_t seed) {
    const HostMatrix values = normals(count, 2, seed);
    std::vector<Pair> pairs;
    for (std::int64_t i = 0; i < count; ++i) {
        pairs.push_back({4.0F * values.at(i, 0), 1.0F + 3.0F * std::abs(values.at(i, 1))});
    }
    return pairs;
}

void merges(const MergeJudge& laws) {
    laws.check(
        {{1.0F, 2.0F}, {0.0F, 1.0F}, {-3.0F, 5.0F}}, {{1.0F, 3.0F}, {1.0F, 1.0F}, {-1.0F, 1.0F}},
        "Both sums have to be rescaled to the larger maximum: sum * exp(max - larger max).") &&
        laws.check(random_pairs(300, 1), random_pairs(300, 2),
                   "Both sums have to be rescaled to the larger maximum: sum * exp(max - larger "
                   "max).");
}

void equal_maxima(const MergeJudge& laws) {
    std::vector<Pair> a = random_pairs(50, 3);
    std::vector<Pair> b = random_pairs(50, 4);
    for (std::size_t i = 0; i < a.size(); ++i)
        b[i].max = a[i].max;
    laws.check(a, b, "With equal maxima both sums count in full.");
}

void identity(const MergeJudge& laws) {
    const std::vector<Pair> pairs = random_pairs(50, 5);
    const std::vector<Pair> nothing(pairs.size(), kIdentity);
    const std::string cause =
        "{-inf, 0} stands for no values. exp(-inf - max) is 0, so nothing is added.";
    laws.check(pairs, nothing, cause) && laws.check(nothing, pairs, cause);
}

void identity_with_itself(const MergeJudge& laws) {
    laws.check({kIdentity, {1.0F, 1.0F}}, {kIdentity, kIdentity},
               "-inf - -inf is NaN. When the larger maximum is -inf, subtract 0 instead.");
}

void nan_is_kept(const MergeJudge& laws) {
    laws.check(
        {{1.0F, kNan},
         {1.0F, 1.0F},
         kIdentity,
         {-kInfinity, kNan},
         {-kInfinity, kNan},
         {5.0F, 2.0F},
         {kInfinity, kNan},
         {1.0F, 2.0F}},
        {{2.0F, 1.0F},
         {0.0F, kNan},
         {1.0F, kNan},
         {1.0F, 2.0F},
         kIdentity,
         {-kInfinity, kNan},
         {1.0F, 1.0F},
         {kInfinity, kNan}},
        "A sum of NaN must stay NaN. A shortcut for a maximum of -inf may skip it: guard the "
        "number that is subtracted, and not the sum.");
}

void extreme_maxima(const MergeJudge& laws) {
    const std::string cause =
        "The difference of the maxima may be -inf, and exp of it is 0: exponentiate only "
        "differences, and never use a large finite number in place of -inf.";
    constexpr float kLowest = std::numeric_limits<float>::lowest();  // -FLT_MAX
    laws.check({{3e38F, 1.0F}, {-3.4e38F, 2.0F}, {-3.4e38F, 2.0F}, {-3.4e38F, 2.0F}, {0.0F, 1.0F}},
               {{-3.4e38F, 1.0F}, {3e38F, 1.5F}, {-3.4e38F, 1.0F}, kIdentity, {-200.0F, 7.0F}},
               cause) &&
        laws.check({{kLowest, 2.0F}, {kLowest, 2.0F}, kIdentity, {kLowest, 5.0F}, {1.0F, 2.0F}},
                   {{kLowest, 1.0F}, kIdentity, {kLowest, 3.0F}, {0.0F, 1.0F}, {kLowest, 4.0F}},
                   cause);
}

/// Sums may differ by the bounds of both orders; a NaN or an infinity may not appear.
bool nearly_same(Pair x, Pair y, double operations) {
    return x.max == y.max &&
           std::abs(static_cast<double>(x.sum) - y.sum) <=
               std::abs(y.sum) * relative_error(operations) + 4.0 * kSmallestNormal;
}

/// Operations that a sum goes through in some merges, one after the other: the steps of its shift
/// add up to at most the distance between the largest and the smallest maximum; each merge has an
/// exp, a product and an addition. The identity has no maximum and adds exactly nothing.
double merge_operations(std::initializer_list<Pair> pairs, int merges) {
    double largest = -HUGE_VAL;
    double smallest = HUGE_VAL;
    for (const Pair& pair : pairs) {
        if (std::isinf(pair.max)) continue;
        largest = std::max<double>(largest, pair.max);
        smallest = std::min<double>(smallest, pair.max);
    }
    const double distance = largest > smallest ? largest - smallest : 0.0;
    return distance + merges * (exp_error(distance) + 2.0);
}

void commutative(const MergeJudge& laws) {
    std::vector<Pair> a = random_pairs(200, 6);
    std::vector<Pair> b = random_pairs(200, 7);
    a[0] = a[1] = b[1] = b[2] = kIdentity;
    std::vector<Pair> ab;
    std::vector<Pair> ba;
    if (!laws.merge(a, b, &ab) || !laws.merge(b, a, &ba)) return;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (nearly_same(ab[i], ba[i], 2.0 * merge_operations({a[i], b[i]}, 1) + kSecondOrder))
            continue;
        laws.report("a merged with b is not b merged with a.\nfirst: " + words(a[i]) + " with " +
                        words(b[i]) + " gave " + words(ab[i]) + ", the other way round " +
                        words(ba[i]),
                    "The two sides are treated differently: both sums have to be rescaled.");
        return;
    }
}

void associative(const MergeJudge& laws) {
    std::vector<Pair> a = random_pairs(200, 8);
    std::vector<Pair> b = random_pairs(200, 9);
    std::vector<Pair> c = random_pairs(200, 10);
    a[0] = b[0] = b[1] = c[1] = a[2] = c[2] = kIdentity;
    std::vector<Pair> ab;
    std::vector<Pair> bc;
    std::vector<Pair> left;
    std::vector<Pair> right;
    if (!laws.merge(a, b, &ab) || !laws.merge(ab, c, &left)) return;
    if (!laws.merge(b, c, &bc) || !laws.merge(a, bc, &right)) return;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double operations = 2.0 * merge_operations({a[i], b[i], c[i]}, 2) + kSecondOrder;
        if (nearly_same(left[i], right[i], operations)) continue;
        laws.report("(a with b) with c is not a with (b with c).\nfirst: a " + words(a[i]) +
                        ", b " + words(b[i]) + ", c " + words(c[i]) + " gave " + words(left[i]) +
                        " and " + words(right[i]),
                    "The sum does not belong to the maximum that is returned with it.");
        return;
    }
}

/// The pairs of the slices of a row, folded in different orders, give the pair of the row.
void order_of_slices(const MergeJudge& laws) {
    constexpr std::int64_t kCols = 240;
    HostMatrix row = normals(1, kCols, 11);
    for (std::int64_t c = 60; c < 120; ++c)
        row.at(0, c) = -kInfinity;  // whole slices of nothing
    for (const std::int64_t width : {1, 7, 30, 60}) {
        std::vector<Pair> slices;
        for (std::int64_t begin = 0; begin < kCols; begin += width) {
            HostMatrix slice(1, std::min(width, kCols - begin), "");
            std::copy_n(row.row(0) + begin, slice.cols, slice.row(0));
            const Expected pair = max_sum_oracle(slice, {});
            slices.push_back(
                {static_cast<float>(pair.values[0]), static_cast<float>(pair.values[1])});
        }
        // A tree of this many levels; and each slice's sum was rounded to float before.
        std::int64_t levels = 0;
        while ((std::size_t{1} << levels) < slices.size())
            ++levels;
        const Expected wanted = max_sum_oracle(row, {levels + 1, levels});
        for (std::uint64_t order = 0; order < 4; ++order) {
            // A tree whose neighbours change with the order: rotate, and reverse every second time.
            std::vector<Pair> level = slices;
            std::rotate(level.begin(),
                        level.begin() + static_cast<std::ptrdiff_t>(order * 5 % level.size()),
                        level.end());
            if (order % 2 == 1) std::reverse(level.begin(), level.end());
            while (level.size() > 1) {
                if (level.size() % 2 == 1) level.push_back(kIdentity);
                const std::size_t half = level.size() / 2;
                const std::vector<Pair> a(level.begin(),
                                          level.begin() + static_cast<std::ptrdiff_t>(half));
                const std::vector<Pair> b(level.begin() + static_cast<std::ptrdiff_t>(half),
                                          level.end());
                if (!laws.merge(a, b, &level)) return;
            }
            const Pair got = level.front();
            if (static_cast<double>(got.max) == wanted.values[0] &&
                element_is_right(got.sum, Wanted::value, wanted.values[1], wanted.bounds[1])) {
                continue;
            }
            laws.report("The slices of " + std::to_string(width) +
                            " elements of a row, merged in order " + std::to_string(order) +
                            ", do not give the pair of the row.\ngot " + words(got) + ", wanted {" +
                            describe_value(wanted.values[0]) + ", " +
                            describe_value(wanted.values[1]) + '}',
                        "The operator loses something when a slice is all -inf, or when the second "
                        "maximum is the larger one.");
            return;
        }
    }
}

}  // namespace

CheckList merge_law_checks(const std::string& name, const MergeMany& merge) {
    const MergeJudge laws(name, merge);
    return {
        {"Merges", [=] { merges(laws); }},
        {"EqualMaxima", [=] { equal_maxima(laws); }},
        {"Identity", [=] { identity(laws); }},
        {"IdentityWithItself", [=] { identity_with_itself(laws); }},
        {"NanIsKept", [=] { nan_is_kept(laws); }},
        {"ExtremeMaxima", [=] { extreme_maxima(laws); }},
        {"Commutative", [=] { commutative(laws); }},
        {"Associative", [=] { associative(laws); }},
        {"OrderOfSlices", [=] { order_of_slices(laws); }},
    };
}

}  // namespace workshop::checks
