// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "compensated_sum_suite.hpp"
#include "inputs.hpp"
#include "launch.hpp"
#include "poison.hpp"

namespace workshop::checks {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::string words(SumPair pair) {
    return '{' + describe_value(pair.sum) + ", " + describe_value(pair.compensation) + '}';
}

const char* const kUntouched =
    "This function was never written: it still returns NaN, as the starter does.";

void report(const std::string& what, SumPair got, SumPair wanted, const std::string& cause) {
    const bool untouched = std::isnan(got.sum) && std::isnan(got.compensation);
    fail(what + " gave " + words(got) + ", wanted " + words(wanted) +
         ".\nlikely cause: " + (untouched ? kUntouched : cause));
}

/// The exact result of an addition, as a pair. The sum in double is exact for the values used here.
SumPair exact_pair(float a, float b, float compensation) {
    const float sum = a + b;
    const double lost = static_cast<double>(a) + static_cast<double>(b) - static_cast<double>(sum);
    return {sum, static_cast<float>(static_cast<double>(compensation) + lost)};
}

bool same(SumPair a, SumPair b) {
    return a.sum == b.sum && a.compensation == b.compensation;
}

bool check_add(const SumOperations& operations, SumPair pair, float value,
               const std::string& cause) {
    const SumPair got = operations.add(pair, value);
    const SumPair wanted = exact_pair(pair.sum, value, pair.compensation);
    if (same(got, wanted)) return true;
    report(words(pair) + " and the value " + describe_value(value), got, wanted, cause);
    return false;
}

bool check_merge(const SumOperations& operations, SumPair a, SumPair b, const std::string& cause) {
    const SumPair got = operations.merge(a, b);
    const SumPair wanted = exact_pair(a.sum, b.sum, a.compensation + b.compensation);
    if (same(got, wanted)) return true;
    report(words(a) + " merged with " + words(b), got, wanted, cause);
    return false;
}

/// Pairs of values of which the sum loses up to 12 bits; the first is the larger one.
std::vector<std::pair<float, float>> values_of_two_sizes() {
    std::vector<std::pair<float, float>> pairs{{3.0F, 0.1F}, {16777216.0F, 1.0F}, {-1e8F, 3.0F}};
    const HostMatrix values = normals(200, 2, 7);
    for (std::int64_t i = 0; i < values.rows; ++i) {
        const int size = static_cast<int>(i % 13);
        const float small = std::ldexp(values.at(i, 1), -size);
        if (std::abs(values.at(i, 0)) >= std::abs(small))
            pairs.emplace_back(values.at(i, 0), small);
    }
    return pairs;
}

void adds_and_keeps_the_rest(const SumOperations& operations) {
    for (const auto& [large, small] : values_of_two_sizes()) {
        if (!check_add(operations, {large, 0.0F}, small,
                       "larger - (larger + smaller) + smaller, in this order, is what the addition "
                       "lost. Its sign: what is to be added later."))
            return;
    }
}

void value_above_the_sum(const SumOperations& operations) {
    for (const auto& [large, small] : values_of_two_sizes()) {
        if (!check_add(
                operations, {small, 0.0F}, large,
                "The value is larger than the sum so far, so it is the sum that lost digits: "
                "compare by fabsf, and take the difference with the larger one."))
            return;
    }
}

void compensation_is_kept(const SumOperations& operations) {
    const std::string cause =
        "What this addition lost is added to what the ones before it lost. The sum does not see "
        "the compensation.";
    check_add(operations, {1.0F, 0.5F}, 1.0F, cause) &&
        check_add(operations, {16777216.0F, 3.0F}, 1.0F, cause) &&
        check_add(operations, {1.0F, -2.0F}, 16777216.0F, cause);
}

void merges_and_keeps_the_rest(const SumOperations& operations) {
    const std::string cause = "The addition of the two sums loses something too: use add.";
    for (const auto& [large, small] : values_of_two_sizes()) {
        if (!check_merge(operations, {large, 0.0F}, {small, 0.0F}, cause)) return;
        if (!check_merge(operations, {small, 0.0F}, {large, 0.0F}, cause)) return;
    }
}

void both_compensations(const SumOperations& operations) {
    const std::string cause =
        "Both parts have lost something. To the compensation of the result belong those of both "
        "parts, and what this addition loses. The sum gets none of them.";
    check_merge(operations, {1.0F, 0.5F}, {2.0F, 0.25F}, cause) &&
        check_merge(operations, {1.0F, 0.0F}, {2.0F, 0.25F}, cause) &&
        check_merge(operations, {16777216.0F, 3.0F}, {1.0F, -8.0F}, cause);
}

void identity(const SumOperations& operations) {
    const std::string cause = "{0, 0} stands for no values and changes nothing.";
    for (const SumPair pair : {SumPair{3.5F, -0.25F}, {-1e38F, 1.0F}, {0.0F, 0.0F}}) {
        if (!check_merge(operations, pair, {0.0F, 0.0F}, cause)) return;
        if (!check_merge(operations, {0.0F, 0.0F}, pair, cause)) return;
    }
}

bool check_value(const SumOperations& operations, SumPair pair, float wanted,
                 const std::string& cause) {
    const float got = operations.value(pair);
    if (std::isnan(wanted) ? std::isnan(got) : got == wanted) return true;
    const bool untouched = std::isnan(got) && std::isfinite(pair.sum);
    fail("The value of " + words(pair) + " is " + describe_value(got) + ", wanted " +
         describe_value(wanted) + ".\nlikely cause: " + (untouched ? kUntouched : cause));
    return false;
}

void adds_the_compensation(const SumOperations& operations) {
    const std::string cause = "The value is sum + compensation.";
    check_value(operations, {8.0F, 2.0F}, 10.0F, cause) &&
        check_value(operations, {16777216.0F, 4.0F}, 16777220.0F, cause) &&
        check_value(operations, {0.0F, 1.0F}, 1.0F, cause) &&
        check_value(operations, {1e8F, -1e8F}, 0.0F, cause);
}

void infinities_and_nan(const SumOperations& operations) {
    const std::string cause =
        "Where the sum is an infinity or NaN, the compensation is NaN and says nothing: the sum is "
        "the value.";
    check_value(operations, {kInfinity, kNan}, kInfinity, cause) &&
        check_value(operations, {-kInfinity, kNan}, -kInfinity, cause) &&
        check_value(operations, {kNan, kNan}, kNan, cause) &&
        // What a sum beyond the largest float leaves: 3e38 + 3e38.
        check_value(operations, {kInfinity, -kInfinity}, kInfinity, cause) &&
        check_value(operations, {-kInfinity, kInfinity}, -kInfinity, cause) &&
        check_value(operations, operations.add({1.0F, 0.0F}, -kInfinity), -kInfinity, cause) &&
        check_value(operations, operations.merge({kInfinity, kNan}, {2.0F, 0.5F}), kInfinity,
                    cause);
}

}  // namespace

CheckList add_laws(const SumOperations& operations) {
    return {
        {"AddsAndKeepsTheRest", [=] { adds_and_keeps_the_rest(operations); }},
        {"ValueAboveTheSum", [=] { value_above_the_sum(operations); }},
        {"CompensationIsKept", [=] { compensation_is_kept(operations); }},
    };
}

CheckList merge_sum_laws(const SumOperations& operations) {
    return {
        {"MergesAndKeepsTheRest", [=] { merges_and_keeps_the_rest(operations); }},
        {"BothCompensations", [=] { both_compensations(operations); }},
        {"Identity", [=] { identity(operations); }},
    };
}

CheckList value_laws(const SumOperations& operations) {
    return {
        {"AddsTheCompensation", [=] { adds_the_compensation(operations); }},
        {"InfinitiesAndNan", [=] { infinities_and_nan(operations); }},
    };
}

}  // namespace workshop::checks
