// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The bound of lesson 6 holds for compensated sums, fails for plain ones, and stays small up to
// 2^24 elements a thread. And what the flags of a compiler may do to a compensation.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "host_softmax.hpp"
#include "sum_methods.hpp"
#include "support/compare.hpp"
#include "support/compensated_bounds.hpp"
#include "support/compensated_sum_suite.hpp"
#include "support/inputs.hpp"

namespace workshop::checks {
namespace {

using RowSum = float (*)(const float* row, std::int64_t cols, int threads);

/// Runs the whole contract, and judges a way to add up wherever the checks compare, with the
/// threads that they ask for. @return the checks in which it was refused
std::set<std::string> refused_in(RowSum sum) {
    std::set<std::string> refused;
    std::string running;
    FunctionUnderTest function = compensated_sum_under_test("host_sum", nullptr);
    set_host_kernel(function, [](const HostMatrix& x) {
        std::vector<float> sums;
        for (std::int64_t r = 0; r < x.rows; ++r)
            sums.push_back(double_sum({x.row(r), x.row(r) + x.cols}));
        return sums;
    });
    function.oracle = [&](const HostMatrix& x, int threads) {
        const Expected expected = compensated_sum_oracle(x, threads);
        std::vector<float> sums;
        for (std::int64_t r = 0; r < x.rows; ++r)
            sums.push_back(sum(x.row(r), x.cols, threads));
        if (!compare(sums, expected).all_right()) refused.insert(running);
        return expected;
    };
    for (const NamedCheck& check : compensated_sum_contract(function)) {
        // These need a function that does not wait, and more memory than the host has.
        if (check.property == "Stream" || check.property == "MoreThan2To31Elements") continue;
        running = check.property;
        for (const std::string& failure : failures_of(check.body)) {
            ADD_FAILURE() << check.property << " refuses a sum in double:\n" << failure;
        }
    }
    return refused;
}

TEST(CompensatedBound, HoldsForCompensatedSums) {
    EXPECT_EQ(refused_in(merged_sum), std::set<std::string>{});
}

TEST(CompensatedBound, FailsForPlainSums) {
    const std::set<std::string> refused = refused_in(plain_sum);
    for (const char* check :
         {"SmallBesideLarge", "LargerThanTheSum", "OnesPast2To24", "ManyTenths",
          "AlternatingLargeValues", "OrderOfValues", "WidthThresholds", "Cancellation"}) {
        EXPECT_EQ(refused.count(check), 1U) << check << " lets a plain sum pass";
    }
}

TEST(CompensatedBound, StaysBelowEightRoundingsUpTo2To24Elements) {
    for (int power = 0; power <= 24; ++power) {
        const std::int64_t cols = std::int64_t{1} << power;
        for (const int threads : {1, 32, 1024}) {
            EXPECT_LE(compensated_sum_bound(1.0, 1.0, compensated_chains(cols, threads)),
                      8.0 * kUnitRoundoff);
            EXPECT_LE(compensated_numerics(cols, threads).additions, 8);
        }
    }
    // With one compensation for the whole row the bound is far above what a plain tree gives.
    EXPECT_GT(relative_error(0x1p24) * relative_error(0x1p24), 1.0);
}

// The factors that the contract of lesson 6 and its text name.
TEST(CompensatedBound, HasTheFactorsOfTheContract) {
    const auto in_roundings = [](std::int64_t cols, std::int64_t threads) {
        const CompensatedChains chains = compensated_chains(cols, threads);
        return static_cast<double>(chains.additions) * static_cast<double>(chains.compensations) *
               kUnitRoundoff;
    };
    for (const std::int64_t threads : {1, 2, 256, 1024}) {
        EXPECT_LT(in_roundings(4000 * threads, threads), 1.0) << threads << " threads";
        EXPECT_GT(in_roundings(4200 * threads, threads), 1.0) << threads << " threads";
        EXPECT_LT(in_roundings((std::int64_t{1} << 24) * threads, threads), 7.0) << threads;
    }
    const CompensatedChains longest = compensated_chains(std::int64_t{1} << 34, 1024);
    EXPECT_EQ(longest.additions, 8202);
    EXPECT_EQ(longest.compensations, 12308);
    EXPECT_NEAR(in_roundings(std::int64_t{1} << 34, 1024), 6.02, 0.005);
}

TEST(CompensatedBound, HoldsForTenthsUpTo2To24) {
    const std::vector<float> tenths(std::size_t{1} << 24, 0.1F);
    for (int power = 4; power <= 24; power += 4) {
        const std::int64_t cols = std::int64_t{1} << power;
        const double exact = static_cast<double>(0.1F) * static_cast<double>(cols);
        for (const int threads : {1, 256}) {
            const double bound =
                compensated_sum_bound(exact, exact, compensated_chains(cols, threads));
            EXPECT_LE(std::abs(merged_sum(tenths.data(), cols, threads) - exact), bound) << cols;
        }
        if (power < 12) continue;
        EXPECT_GT(std::abs(plain_sum(tenths.data(), cols, 1) - exact), 8.0 * kUnitRoundoff * exact);
    }
    // A single compensation loses digits of its own on the way.
    const double exact = static_cast<double>(0.1F) * 0x1p24;
    EXPECT_GT(std::abs(neumaier_sum(tenths) - exact), 1e-3 * exact);
}

/// A softmax whose row sums are plain where a row has fewer columns than `from`, and in double
/// else.
FunctionUnderTest compensated_from(std::int64_t from) {
    FunctionUnderTest function = compensated_softmax_under_test("host_softmax", nullptr);
    const FunctionUnderTest host = host_function([=](const HostMatrix& x) {
        if (x.cols < from) return right_softmax(x);
        std::vector<float> y;
        for (std::int64_t r = 0; r < x.rows; ++r) {
            const float maximum = *std::max_element(x.row(r), x.row(r) + x.cols);
            double sum = 0.0;
            for (std::int64_t c = 0; c < x.cols; ++c)
                sum += static_cast<double>(std::exp(x.at(r, c) - maximum));
            for (std::int64_t c = 0; c < x.cols; ++c)
                y.push_back(std::exp(x.at(r, c) - maximum) / static_cast<float>(sum));
        }
        return y;
    });
    function.call = host.call;
    return function;
}

TEST(CompensatedSoftmax, IsWantedInNarrowRowsToo) {
    for (const std::int64_t from : {1, 65, 1000, 4097}) {
        for (const NamedCheck& check : compensated_softmax_contract(compensated_from(from))) {
            if (check.property != "RowsSumToOne") continue;
            const std::vector<std::string> failures = failures_of(check.body);
            ASSERT_EQ(failures.size(), from == 1 ? 0U : 1U)
                << from << (failures.empty() ? "" : failures[0]);
            if (from == 1) continue;
            EXPECT_NE(failures[0].find("host_softmax on 2 x 64"), std::string::npos) << failures[0];
            EXPECT_NE(failures[0].find("error of a plain float32 sum"), std::string::npos)
                << failures[0];
        }
    }
}

TEST(CompilerFlags, OptimisingKeepsTheCompensationAndFastMathLosesIt) {
    const std::vector<float> tenths(8192, 0.1F);
    const double exact = static_cast<double>(0.1F) * 8192.0;
    const auto roundings = [&](float sum) {
        return std::abs(sum - exact) / (exact * kUnitRoundoff);
    };
    EXPECT_LE(roundings(neumaier_sum(tenths)), 1.0);
    EXPECT_LE(roundings(neumaier_sum_optimised(tenths)), 1.0);
    EXPECT_EQ(neumaier_sum_optimised(tenths), neumaier_sum(tenths));
    EXPECT_GT(roundings(neumaier_sum_fast_math(tenths)), 16.0)
        << "-ffast-math allows to replace (larger - sum) + smaller by 0";
}

TEST(Causes, NameThePlainSum) {
    const std::vector<float> tenths(4096, 0.1F);
    HostMatrix x(1, 4096, "tenths");
    x.values = tenths;
    const auto says = [&](float got, const char* words) {
        return cause_of_sum(x, 0, got, 32).find(words) != std::string::npos;
    };
    EXPECT_TRUE(says(plain_sum(tenths.data(), 4096, 32), "bit for bit"));
    EXPECT_TRUE(says(409.5999F, "of the size that a plain"));
    EXPECT_EQ(cause_of_sum(x, 0, 200.0F, 32), "");
}

TEST(Causes, NameSharesThatAreCountedWrong) {
    const auto said = [](std::int64_t cols, int threads, const auto& count) {
        const HostMatrix x = normals(1, cols, 1);
        double sum = 0.0;
        for (std::int64_t c = 0; c < cols; ++c)
            sum += static_cast<double>(count(c)) * x.at(0, c);
        return cause_of_sum(x, 0, static_cast<float>(sum), threads);
    };
    const std::string runs = said(9000, 1, [](std::int64_t c) { return 3 - c / 4096; });
    EXPECT_NE(runs.find("of the 3 runs, the first counts 3 times"), std::string::npos) << runs;
    const std::string all = said(300, 128, [](std::int64_t) { return 128; });
    EXPECT_NE(all.find("each thread adds the whole row"), std::string::npos) << all;
    const std::string first = said(300, 128, [](std::int64_t c) { return c % 128 == 0 ? 128 : 0; });
    EXPECT_NE(first.find("adds the columns of thread 0"), std::string::npos) << first;
    // Of what is nearly right, nothing of this is said.
    EXPECT_EQ(said(300, 128, [](std::int64_t c) { return c == 7 ? 2 : 1; }), "");
}

}  // namespace
}  // namespace workshop::checks
