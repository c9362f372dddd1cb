// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Mathematical functions of device code against values worked out by hand.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "math_kernels.hpp"

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float quiet = std::numeric_limits<float>::quiet_NaN();

void expect_near(const std::vector<float>& expected, const std::vector<float>& got,
                 float relative) {
    ASSERT_EQ(expected.size(), got.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (std::isnan(expected[i])) {
            EXPECT_TRUE(std::isnan(got[i])) << "element " << i << " is " << got[i];
        } else if (expected[i] != got[i]) {
            EXPECT_TRUE(std::fabs(got[i] - expected[i]) <= relative * std::fabs(expected[i]))
                << "element " << i << " is " << got[i] << ", not " << expected[i];
        }
    }
}

}  // namespace

TEST(MathFunctions, MinimumAndMaximumIgnoreOneNaN) {
    const std::vector<float> a = {1, quiet, 3, quiet, -inf, -2};
    const std::vector<float> b = {2, 2, quiet, quiet, quiet, -3};
    expect_near({1, 2, 3, quiet, -inf, -3}, evaluate(Binary::minimum, a, b), 0);
    expect_near({2, 2, 3, quiet, -inf, -2}, evaluate(Binary::maximum, a, b), 0);
}

TEST(MathFunctions, IntegerMinimumAndMaximumTakeEveryPair) {
    const std::vector<long long> expected = {-3, 5, 4, 5, 4294967295LL, 5, -3, 3};
    EXPECT_EQ(expected, evaluate_integer_min_max());
}

TEST(MathFunctions, RootsAndPowers) {
    expect_near({0.5F, 1, inf, quiet, 0}, evaluate(Unary::rsqrt_, {4, 1, 0, -1, inf}), 3e-7F);
    expect_near({8, 1, 0.5F, 0, inf}, evaluate(Unary::exp2_, {3, 0, -1, -inf, inf}), 3e-7F);
    expect_near({1000, 1, 0.1F}, evaluate(Unary::exp10_, {3, 0, -1}), 3e-7F);
    expect_near({8, 0.25F, 1}, evaluate(Binary::power, {2, 2, quiet}, {3, -2, 0}), 1e-6F);
    expect_near({3, -2}, evaluate(Unary::cbrt_, {27, -8}), 3e-7F);
    expect_near({1.5F, 0, 2, 0.75F}, evaluate(Unary::abs_, {-1.5F, -0.0F, 2, -0.75F}), 0);
    expect_near({1, -1}, evaluate(Binary::modulo, {7, -7}, {3, 3}), 0);
}

TEST(MathFunctions, FastOnesHandleTheEnds) {
    expect_near({1, 2.718281828F, 0, inf}, evaluate(Unary::fast_exp, {0, 1, -inf, inf}), 2e-6F);
    expect_near({0, 0.693147181F, -inf, inf}, evaluate(Unary::fast_log, {1, 2, 0, inf}), 2e-6F);
    // A divisor above 2^126 gives 0, as the documentation of CUDA says.
    expect_near({2, 0, quiet}, evaluate(Binary::fast_divide, {6, 1, inf}, {3, 0x1p127F, 0x1p127F}),
                1e-6F);
}

TEST(MathFunctions, SaturateClampsAndClearsNaN) {
    expect_near({0, 0.25F, 1, 0, 1, 0}, evaluate(Unary::saturate, {-1, 0.25F, 2, quiet, inf, -inf}),
                0);
}

TEST(MathFunctions, SinpiAndCospiAreExactAtMultiplesOfOneHalf) {
    expect_near({0, 1, 0, -1, 0, 0.707106781F},
                evaluate(Unary::sinpi_, {0, 0.5F, 1, 1.5F, 100, 0.25F}), 3e-7F);
    expect_near({1, 0, -1, 0, 1, 0}, evaluate(Unary::cospi_, {0, 0.5F, 1, 1.5F, 100, -2.5F}), 0);
}

TEST(MathFunctions, ErrorFunctionsAndInverses) {
    expect_near({0, 0.842700793F, -1, 1}, evaluate(Unary::erf_, {0, 1, -inf, inf}), 3e-7F);
    expect_near({0, 0.476936276F, -0.476936276F, 1.16308715F, inf, quiet},
                evaluate(Unary::erfinv_, {0, 0.5F, -0.5F, 0.9F, 1, 2}), 1e-6F);
    expect_near({0, 0.476936276F, -0.476936276F, inf, -inf},
                evaluate(Unary::erfcinv_, {1, 0.5F, 1.5F, 0, 2}), 1e-6F);
    expect_near({0.5F, 0.841344746F, 0.158655254F, 1, 0},
                evaluate(Unary::normcdf_, {0, 1, -1, inf, -inf}), 1e-6F);
    expect_near({0, 0.761594156F, 1, -1, quiet}, evaluate(Unary::tanh_, {0, 1, inf, -inf, quiet}),
                5e-7F);
}
