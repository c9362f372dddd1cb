// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// No junk passes for a row sum, for a (maximum, sum) pair, or for a merge of pairs: wherever a junk
// output is wrong, the bounds refuse it.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "host_softmax.hpp"
#include "support/compare.hpp"
#include "support/compensated_sum_suite.hpp"
#include "support/launch.hpp"
#include "support/max_sum_suite.hpp"
#include "support/merge_suite.hpp"
#include "support/oracle.hpp"
#include "support/row_sum_suite.hpp"

namespace workshop::checks {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Whether some element is wrong, judged without the bounds: by more than 1 % of what is wanted,
/// which no right kernel comes near in a row of these lengths, or NaN or infinite where that is not
/// wanted, or the other way round. Where nothing is wanted nothing is wrong.
bool is_wrong(const std::vector<float>& junk, const Expected& expected) {
    for (std::size_t i = 0; i < junk.size(); ++i) {
        if (expected.kinds[i] == Wanted::anything) continue;
        const double wanted = expected.values[i];
        const bool wants_nan = expected.kinds[i] == Wanted::nan;
        if (wants_nan != static_cast<bool>(std::isnan(junk[i]))) return true;
        if (wants_nan || static_cast<double>(junk[i]) == wanted) continue;
        if (!(std::abs(junk[i] - wanted) <= 0.01 * std::abs(wanted))) return true;
    }
    return false;
}

/// One row of output from one row of input.
using RowJunk = std::function<std::vector<float>(const HostMatrix& x, std::int64_t row)>;

HostKernel of_rows(const RowJunk& junk) {
    return [junk](const HostMatrix& x) {
        std::vector<float> output;
        for (std::int64_t r = 0; r < x.rows; ++r) {
            const std::vector<float> row = junk(x, r);
            output.insert(output.end(), row.begin(), row.end());
        }
        return output;
    };
}

float maximum_of(const HostMatrix& x, std::int64_t row) {
    float maximum = -kInfinity;
    for (std::int64_t c = 0; c < x.cols; ++c)
        maximum = std::fmax(maximum, x.at(row, c));
    return maximum;
}

std::vector<float> right_sum(const HostMatrix& x, std::int64_t row) {
    double sum = 0.0;
    for (std::int64_t c = 0; c < x.cols; ++c)
        sum += x.at(row, c);
    return {static_cast<float>(sum)};
}

std::vector<float> right_pair(const HostMatrix& x, std::int64_t row) {
    const float maximum = maximum_of(x, row);
    double sum = 0.0;
    for (std::int64_t c = 0; c < x.cols; ++c)
        sum += std::exp(static_cast<double>(x.at(row, c)) -
                        (std::isinf(maximum) && maximum < 0 ? 0 : maximum));
    return {maximum, static_cast<float>(sum)};
}

struct Junk {
    const char* name;
    RowJunk make;
};

const Junk kSumJunk[] = {
    {"zero", [](const HostMatrix&, std::int64_t) { return std::vector<float>{0.0F}; }},
    {"the first element",
     [](const HostMatrix& x, std::int64_t r) {
         return std::vector<float>{x.cols > 0 ? x.at(r, 0) : 0.0F};
     }},
    {"the first element times the width",
     [](const HostMatrix& x, std::int64_t r) {
         return std::vector<float>{x.cols > 0 ? x.at(r, 0) * static_cast<float>(x.cols) : 0.0F};
     }},
    {"half of the sum",
     [](const HostMatrix& x, std::int64_t r) {
         return std::vector<float>{0.5F * right_sum(x, r)[0]};
     }},
};

const Junk kPairJunk[] = {
    {"zeros",
     [](const HostMatrix&, std::int64_t) {
         return std::vector<float>{0.0F, 0.0F};
     }},
    {"the identity",
     [](const HostMatrix&, std::int64_t) {
         return std::vector<float>{-kInfinity, 0.0F};
     }},
    {"the maximum and 1",
     [](const HostMatrix& x, std::int64_t r) {
         return std::vector<float>{maximum_of(x, r), 1.0F};
     }},
};

/// Runs the whole contract with a right kernel, and judges every junk wherever the checks compare.
template <std::size_t kCount>
void refuses_junk(FunctionUnderTest function, CheckList (*contract)(const FunctionUnderTest&),
                  const RowJunk& right, const Junk (&all_junk)[kCount]) {
    std::int64_t judged = 0;
    set_host_kernel(function, of_rows(right));
    function.oracle = [&judged, &all_junk, oracle = function.oracle](const HostMatrix& x,
                                                                     int threads) {
        const Expected expected = oracle(x, threads);
        for (const Junk& junk : all_junk) {
            const std::vector<float> output = of_rows(junk.make)(x);
            if (!is_wrong(output, expected)) continue;
            ++judged;
            EXPECT_FALSE(compare(output, expected).all_right())
                << junk.name << " passes on " << x.rows << " x " << x.cols << ", " << x.contents
                << ", " << threads << " threads";
        }
        return expected;
    };
    for (const NamedCheck& check : contract(function)) {
        // These need a function that does not wait, and more memory than the host has.
        if (check.property == "Stream" || check.property == "MoreThan2To31Elements") continue;
        for (const std::string& failure : failures_of(check.body)) {
            ADD_FAILURE() << check.property << " fails for a right function:\n" << failure;
        }
    }
    EXPECT_GT(judged, 300);
}

TEST(JunkSums, FailWhereverTheyAreWrong) {
    refuses_junk(row_sum_under_test("host_sum", nullptr), row_sum_contract, right_sum, kSumJunk);
}

TEST(JunkCompensatedSums, FailWhereverTheyAreWrong) {
    refuses_junk(compensated_sum_under_test("host_sum", nullptr), compensated_sum_contract,
                 right_sum, kSumJunk);
}

TEST(JunkPairs, FailWhereverTheyAreWrong) {
    refuses_junk(max_sum_under_test("host_pair", nullptr), max_sum_contract, right_pair, kPairJunk);
}

/// The checks of the laws that a merge fails.
std::string failing_laws(const std::function<Pair(Pair, Pair)>& merge) {
    const MergeMany many = [&](const std::vector<Pair>& a, const std::vector<Pair>& b,
                               std::vector<Pair>* out) {
        std::vector<Pair> merged;
        for (std::size_t i = 0; i < a.size(); ++i)
            merged.push_back(merge(a[i], b[i]));
        *out = merged;
        return true;
    };
    std::string names;
    for (const NamedCheck& law : merge_law_checks("junk", many)) {
        if (!failures_of(law.body).empty()) names += law.property + ' ';
    }
    return names;
}

TEST(JunkMerges, FailTheLawsThatTheyBreak) {
    const auto right = [](Pair a, Pair b) {
        const float max = std::fmax(a.max, b.max);
        const float shift = max == -kInfinity ? 0.0F : max;
        return Pair{max, a.sum * std::exp(a.max - shift) + b.sum * std::exp(b.max - shift)};
    };
    EXPECT_EQ(failing_laws(right), "");
    // Constants obey the laws about order, and nothing else.
    const std::string values =
        "Merges EqualMaxima Identity IdentityWithItself NanIsKept ExtremeMaxima ";
    EXPECT_EQ(failing_laws([](Pair, Pair) { return Pair{0.0F, 0.0F}; }), values + "OrderOfSlices ");
    EXPECT_EQ(failing_laws([](Pair, Pair) {
                  return Pair{-kInfinity, 0.0F};
              }),
              values + "OrderOfSlices ");
    EXPECT_EQ(failing_laws([](Pair a, Pair b) {
                  return Pair{std::fmax(a.max, b.max), 1.0F};
              }),
              values + "OrderOfSlices ");
    // One percent off, on one side only: no longer the same in both orders, nor in both brackets.
    EXPECT_EQ(
        failing_laws([&](Pair a, Pair b) {
            a.sum *= 1.01F;
            return right(a, b);
        }),
        "Merges EqualMaxima Identity IdentityWithItself ExtremeMaxima Commutative Associative "
        "OrderOfSlices ");
    // A millionth off: the bounds are that tight.
    const std::string tight = failing_laws([&](Pair a, Pair b) {
        a.sum *= 1.00001F;
        return right(a, b);
    });
    EXPECT_NE(tight.find("Commutative"), std::string::npos) << tight;
    EXPECT_NE(tight.find("OrderOfSlices"), std::string::npos) << tight;
}

}  // namespace
}  // namespace workshop::checks
