// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// What is kept between the repetitions, and what is compared with what.

#include "prepared_case.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "support/inputs.hpp"

namespace {

using namespace workshop;
using namespace workshop::bench;

constexpr std::size_t kPlenty = std::size_t{1} << 40;

BenchCase named_copy(const std::string& name) {
    BenchCase one = copy_case();
    one.function.name = name;
    return one;
}

TEST(PreparedCases, AreMadeOnce) {
    PreparedCases cases([] { return kPlenty; }, nullptr);
    const PreparedCase* const first = &cases.get(named_copy("a"), {4, 5}, 256);
    EXPECT_NE(first, &cases.get(named_copy("b"), {4, 5}, 256));
    EXPECT_NE(first, &cases.get(named_copy("a"), {5, 4}, 256));
    EXPECT_EQ(first, &cases.get(named_copy("a"), {4, 5}, 256));
    EXPECT_EQ(cases.size(), 3U);
    EXPECT_TRUE(cases.has("a/4x5"));
    EXPECT_FALSE(cases.has("c/4x5"));
}

TEST(PreparedCases, TheLeastRecentlyUsedMakesRoom) {
    std::size_t free_bytes = kPlenty;
    std::size_t asked = 0;
    PreparedCases cases(
        [&] {
            // Short of memory when it is asked for the first time, and not after one was given
            // back.
            return ++asked == 1 ? free_bytes : kPlenty;
        },
        nullptr);
    (void)cases.get(named_copy("a"), {4, 5}, 256);
    asked = 5;
    (void)cases.get(named_copy("b"), {4, 5}, 256);
    (void)cases.get(named_copy("a"), {4, 5}, 256);
    asked = 0;
    free_bytes = 1000;
    (void)cases.get(named_copy("c"), {4, 5}, 256);
    EXPECT_TRUE(cases.has("a/4x5"));
    EXPECT_FALSE(cases.has("b/4x5"));
    EXPECT_TRUE(cases.has("c/4x5"));
}

TEST(PreparedCases, WhatWasVerifiedOutlivesTheBuffers) {
    PreparedCases cases([] { return std::size_t{0}; }, nullptr);  // only one fits
    OutputCheck* const check = &cases.get(named_copy("a"), {4, 5}, 256).check();
    EXPECT_EQ(check->problem_of(checks::normals(4, 5, 2).values), "");
    (void)cases.get(named_copy("b"), {4, 5}, 256);
    EXPECT_EQ(cases.size(), 1U);
    EXPECT_EQ(check, &cases.get(named_copy("a"), {4, 5}, 256).check());
    EXPECT_TRUE(check->has_verified());
}

TEST(PreparedCases, InputsAreNormalsAndNoZeros) {
    PreparedCases cases([] { return kPlenty; }, nullptr);
    PreparedCase& prepared = cases.get(named_copy("a"), {64, 64}, 256);
    for (std::size_t slot = 0; slot < prepared.ring().size(); ++slot) {
        std::vector<float> input(64 * 64);
        ASSERT_EQ(cudaMemcpy(input.data(), prepared.ring().input(slot),
                             input.size() * sizeof(float), cudaMemcpyDeviceToHost),
                  cudaSuccess);
        const std::set<float> different(input.begin(), input.end());
        EXPECT_GT(different.size(), input.size() * 9 / 10);
        EXPECT_EQ(std::count(input.begin(), input.end(), 0.0F), 0);
        double squares = 0;
        for (const float value : input)
            squares += double{value} * double{value};
        EXPECT_NEAR(squares / static_cast<double>(input.size()), 1, 0.1);
    }
}

checks::Expected about_one() {
    checks::Expected expected(1, 2);
    expected.set(0, 0, 1.0, 0.1);
    expected.set(0, 1, 1.0, 0.1);
    return expected;
}

TEST(OutputCheck, TheSameBitsNeedNoOracle) {
    OutputCheck check(about_one);
    EXPECT_EQ(check.problem_of({1.0F, 1.05F}), "");
    EXPECT_EQ(check.problem_of({1.0F, 1.05F}), "");
    EXPECT_EQ(check.oracle_calls(), 1);
}

TEST(OutputCheck, OtherBitsStandBeforeTheOracleAgain) {
    OutputCheck check(about_one);
    EXPECT_EQ(check.problem_of({1.0F, 1.05F}), "");
    EXPECT_EQ(check.problem_of({1.0F, 1.04F}), "");  // another order of additions, say
    EXPECT_EQ(check.oracle_calls(), 2);
    EXPECT_NE(check.problem_of({1.0F, 2.0F}).find("row 0, column 1: got 2"), std::string::npos);
    EXPECT_EQ(check.problem_of({1.0F, 1.05F}), "");
}

TEST(OutputCheck, AWrongFirstOutputIsNoMeasure) {
    OutputCheck check(about_one);
    EXPECT_NE(check.problem_of({7.0F, 7.0F}), "");
    EXPECT_FALSE(check.has_verified());
    EXPECT_NE(check.problem_of({7.0F, 7.0F}), "");
}

TEST(OutputCheck, AnOutputOfAnotherSizeIsWrong) {
    OutputCheck check(about_one);
    EXPECT_NE(check.problem_of({1.0F}).find("has 1 elements"), std::string::npos);
}

}  // namespace
