// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Arithmetic of half and bfloat16 against an oracle that searches for the nearest number, and by
// hand.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "half_oracle.hpp"

namespace {

using List = std::vector<Bits>;

class HalfArithmetic : public testing::TestWithParam<Format> {
  protected:
    /// Every pair of interesting numbers, against the nearest to an exact (64-bit) result.
    template <typename Exact>
    void expect_nearest(HalfOperation operation, Exact exact) {
        const Format format = GetParam();
        const List numbers = interesting(format);
        List a;
        List b;
        for (const Bits x : numbers) {
            for (const Bits y : numbers) {
                a.push_back(x);
                b.push_back(y);
            }
        }
        const List got = apply(format, operation, a, b, a);
        for (std::size_t i = 0; i < a.size(); ++i) {
            const long double x = value_of(format, a[i]);
            const long double y = value_of(format, b[i]);
            ASSERT_EQ(nearest_of(format, exact(x, y)), got[i])
                << std::hex << a[i] << " and " << b[i];
        }
    }
    Bits number(double value) const { return nearest_of(GetParam(), value); }
    List numbers(const std::vector<double>& values) const {
        List list;
        for (const double value : values)
            list.push_back(number(value));
        return list;
    }
    List apply_to(HalfOperation operation, const List& a, const List& b, const List& c) const {
        return apply(GetParam(), operation, a, b, c);
    }
    const double inf = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(Formats, HalfArithmetic, testing::Values(Format::half, Format::bfloat16),
                         [](const auto& suite) { return testing::PrintToString(suite.param); });

TEST_P(HalfArithmetic, ProductIsTheNearest) {
    expect_nearest(HalfOperation::multiply, [](long double x, long double y) { return x * y; });
}

// Numbers of 16 bits lie on no midpoint, so a sum whose smaller part is lost in 64 bits still has
// the same nearest number as the exact one.
TEST_P(HalfArithmetic, SumIsTheNearest) {
    expect_nearest(HalfOperation::add, [](long double x, long double y) { return x + y; });
    expect_nearest(HalfOperation::subtract, [](long double x, long double y) { return x - y; });
}

TEST_P(HalfArithmetic, FusedMultiplyAddRoundsOnce) {
    // With (1 + e)^2 = 1 + 2e + e^2 the product alone rounds to 1 + 2e; minus 1 + 2e leaves e^2.
    const double e = value_of(GetParam(), number(1) + 1) - 1;
    const List a = numbers({1 + e, 2, inf, nan});
    const List b = numbers({1 + e, 3, 0, 1});
    const List c = numbers({-(1 + 2 * e), -10, 1, 1});
    EXPECT_EQ(numbers({e * e, -4, nan, nan}), apply_to(HalfOperation::fma, a, b, c));
    EXPECT_EQ(numbers({e * e, -4, nan, nan}), apply_to(HalfOperation::pair_fma, a, b, c));
    EXPECT_EQ(numbers({e * e, 0, nan, nan}), apply_to(HalfOperation::fma_relu, a, b, c));
}

TEST_P(HalfArithmetic, FusedMultiplyAddSeesAVerySmallAddend) {
    // 1.5 (1 + e) = 1.5 + 1.5 e lies half way between two numbers. The smallest number, added or
    // subtracted, decides the side, though it is far too small to show in the sum as a double.
    const double e = value_of(GetParam(), number(1) + 1) - 1;
    const double product = 1.5 * (1 + e);  // between 1.5 + e and 1.5 + 2e
    ASSERT_EQ(1.5 + 1.5 * e, product);
    const Bits smallest = 1;
    const List a = List(2, number(1.5));
    const List b = List(2, number(1 + e));
    const List c = {smallest, static_cast<Bits>(smallest | 0x8000)};
    EXPECT_EQ(numbers({1.5 + 2 * e, 1.5 + e}), apply_to(HalfOperation::fma, a, b, c));
}

TEST_P(HalfArithmetic, MinimumAndMaximum) {
    const List a = numbers({1, nan, nan, -0.0, 0.0, -inf});
    const List b = numbers({2, 5, nan, 0.0, -0.0, nan});
    EXPECT_EQ(numbers({2, 5, nan, 0.0, 0.0, -inf}), apply_to(HalfOperation::maximum, a, b, a));
    EXPECT_EQ(numbers({1, 5, nan, -0.0, -0.0, -inf}), apply_to(HalfOperation::minimum, a, b, a));
    EXPECT_EQ(numbers({2, nan, nan, 0.0, 0.0, nan}), apply_to(HalfOperation::maximum_nan, a, b, a));
}

TEST_P(HalfArithmetic, Comparisons) {
    const List a = numbers({1, 2, 2, nan, 0.0, inf});
    const List b = numbers({2, 1, 2, 1, -0.0, inf});
    // bits: == 1, != 2, < 4, <= 8, > 16, >= 32, __hneu 64, __hequ 128
    EXPECT_EQ((List{2 + 4 + 8 + 64, 2 + 16 + 32 + 64, 1 + 8 + 32 + 128, 2 + 64 + 128,
                    1 + 8 + 32 + 128, 1 + 8 + 32 + 128}),
              apply_to(HalfOperation::compare, a, b, a));
}

TEST_P(HalfArithmetic, SignsAndSaturation) {
    EXPECT_EQ(numbers({-1, 2, 0.0}),
              apply_to(HalfOperation::negate, numbers({1, -2, -0.0}), List(3), List(3)));
    EXPECT_EQ(numbers({1, 2, 0.0}),
              apply_to(HalfOperation::absolute, numbers({1, -2, -0.0}), List(3), List(3)));
    EXPECT_EQ(numbers({1, 0, 0.5, 0}),
              apply_to(HalfOperation::add_saturated, numbers({1, -1, 0.25, nan}),
                       numbers({1, 0.5, 0.25, 1}), List(4)));
}

TEST_P(HalfArithmetic, FunctionsAtExactPoints) {
    EXPECT_EQ(numbers({1, 0, inf, nan}),
              apply_to(HalfOperation::exponential, numbers({0, -inf, inf, nan}), List(4), List(4)));
    EXPECT_EQ(numbers({2, 0, 1.5, nan}),
              apply_to(HalfOperation::square_root, numbers({4, 0, 2.25, -1}), List(4), List(4)));
    EXPECT_EQ(numbers({3, 0, inf}),
              apply_to(HalfOperation::divide, numbers({6, 0, 1}), numbers({2, 5, 0}), List(3)));
}

TEST_P(HalfArithmetic, Operators) {
    // a * b + c = 7, minus b = 4, halved = 2, plus one = 3, negated.
    EXPECT_EQ(numbers({-3}),
              apply_to(HalfOperation::operators, numbers({2}), numbers({3}), numbers({1})));
}

TEST_P(HalfArithmetic, AtomicAdditionLosesNothing) {
    EXPECT_EQ(numbers({64, 0, 64, 128}), add_atomically(GetParam()));
}

TEST_P(HalfArithmetic, Shuffles) {
    const List got = shuffle_lanes(GetParam());
    for (int lane = 0; lane < 32; ++lane) {
        EXPECT_EQ(number(lane ^ 5), got[static_cast<std::size_t>(lane)]) << lane;
        EXPECT_EQ(number(lane ^ 5), got[static_cast<std::size_t>(lane) + 32]) << lane;
    }
}
