// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Which of two calls of expf belongs to what, in whatever order a compiler makes them.

#include "pictures/exp_calls.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace workshop::pictures {
namespace {

constexpr ExpCall kRescale{-2.0F, 0.1353F};
constexpr ExpCall kTerm{0.0F, 1.0F};

void expect_rescale_first(ExpCall first, ExpCall second) {
    order_calls(first, second, kRescale.argument, kTerm.argument);
    EXPECT_EQ(first.argument, kRescale.argument);
    EXPECT_EQ(first.result, kRescale.result);
    EXPECT_EQ(second.argument, kTerm.argument);
    EXPECT_EQ(second.result, kTerm.result);
}

TEST(ExpCalls, TheOrderOfEvaluationDoesNotMatter) {
    expect_rescale_first(kRescale, kTerm);
    expect_rescale_first(kTerm, kRescale);
}

TEST(ExpCalls, AMaskedElementIsFoundByItsInfinity) {
    ExpCall first{-INFINITY, 0.0F};
    ExpCall second{0.0F, 1.0F};
    order_calls(first, second, 0.0F, -INFINITY);
    EXPECT_EQ(first.argument, 0.0F);
    EXPECT_EQ(second.argument, -INFINITY);
}

TEST(ExpCalls, CallsOfAWrongKernelStayAsTheyAre) {
    ExpCall first{5.0F, 148.4F};
    ExpCall second{NAN, NAN};
    order_calls(first, second, -2.0F, 0.0F);
    EXPECT_EQ(first.argument, 5.0F);
    EXPECT_TRUE(std::isnan(second.argument));
}

}  // namespace
}  // namespace workshop::pictures
