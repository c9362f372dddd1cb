// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Conversions of half and bfloat16: all 65536 values, all midpoints, hand-worked corners.

#include <limits>

#include <gtest/gtest.h>

#include "half_oracle.hpp"

namespace {

class HalfConversion : public testing::TestWithParam<Format> {
  protected:
    Format format() const { return GetParam(); }
    Bits infinity() const { return layout_of(format()).infinity; }
};

std::vector<Bits> all_bits() {
    std::vector<Bits> bits(65536);
    for (std::size_t i = 0; i < bits.size(); ++i)
        bits[i] = static_cast<Bits>(i);
    return bits;
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Formats, HalfConversion, testing::Values(Format::half, Format::bfloat16),
                         [](const auto& suite) { return testing::PrintToString(suite.param); });

TEST_P(HalfConversion, WidensEveryValueExactly) {
    const std::vector<Bits> bits = all_bits();
    const std::vector<float> values = widen_all(format(), bits);
    for (std::size_t i = 0; i < bits.size(); ++i) {
        const double expected = value_of(format(), bits[i]);
        if (std::isnan(expected)) {
            ASSERT_TRUE(std::isnan(values[i])) << i;
        } else {
            ASSERT_EQ(expected, static_cast<double>(values[i])) << i;
            ASSERT_EQ(std::signbit(expected), std::signbit(values[i])) << i;
        }
    }
}

TEST_P(HalfConversion, ComesBackFromEveryValue) {
    const std::vector<Bits> bits = all_bits();
    for (const Direction direction :
         {Direction::nearest, Direction::zero, Direction::up, Direction::down}) {
        const std::vector<Bits> back = narrow_all(format(), widen_all(format(), bits), direction);
        for (std::size_t i = 0; i < bits.size(); ++i) {
            ASSERT_EQ(is_nan(format(), bits[i]) ? 0x7FFF : bits[i], back[i]) << i;
        }
    }
}

// Between each number and the next: the midpoint goes to the even one, and the float just below or
// above the midpoint to its own side.
TEST_P(HalfConversion, RoundsToTheNearestAroundEveryMidpoint) {
    std::vector<float> values;
    std::vector<Bits> expected;
    for (Bits low = 0; low < infinity(); ++low) {
        const Bits high = static_cast<Bits>(low + 1);
        const double below = value_of(format(), low);
        const double step = low + 1 == infinity() ? below - value_of(format(), low - 1)
                                                  : value_of(format(), high) - below;
        const auto middle = static_cast<float>(below + step / 2);
        values.insert(values.end(),
                      {std::nextafter(middle, 0.0F), middle,
                       std::nextafter(middle, std::numeric_limits<float>::infinity())});
        expected.insert(expected.end(), {low, (low & 1) == 0 ? low : high, high});
    }
    const std::size_t positive = values.size();
    for (std::size_t i = 0; i < positive; ++i) {
        values.push_back(-values[i]);
        expected.push_back(expected[i] | 0x8000);
    }
    const std::vector<Bits> got = narrow_all(format(), values, Direction::nearest);
    for (std::size_t i = 0; i < values.size(); ++i)
        ASSERT_EQ(expected[i], got[i]) << values[i];
}

TEST_P(HalfConversion, RoundsInTheOtherDirections) {
    // Between 1 and the next number, and its negative; a value above the largest number.
    const double step = value_of(format(), nearest_of(format(), 1) + 1) - 1;
    const auto between = static_cast<float>(1 + step / 4);
    const Bits one = nearest_of(format(), 1);
    const std::vector<float> values = {between, -between, 3.4e38F, -3.4e38F, 1e-45F, -1e-45F};
    const Bits largest = static_cast<Bits>(infinity() - 1);
    const Bits negative = 0x8000;
    using List = std::vector<Bits>;
    const auto minus = [&](Bits bits) { return static_cast<Bits>(bits | negative); };
    const auto next = static_cast<Bits>(one + 1);
    EXPECT_EQ((List{one, minus(one), largest, minus(largest), 0, negative}),
              narrow_all(format(), values, Direction::zero));
    EXPECT_EQ((List{next, minus(one), infinity(), minus(largest), 1, negative}),
              narrow_all(format(), values, Direction::up));
    EXPECT_EQ((List{one, minus(next), largest, minus(infinity()), 0, minus(1)}),
              narrow_all(format(), values, Direction::down));
}

// Rounding to float on the way would turn these into ties.
TEST_P(HalfConversion, RoundsADoubleOnce) {
    const double step = value_of(format(), nearest_of(format(), 1) + 1) - 1;
    const Bits one = nearest_of(format(), 1);
    const std::vector<Bits> got =
        narrow_doubles(format(), {1 + step / 2, 1 + step / 2 + 0x1p-50, 1 + step * 1.5 - 0x1p-50});
    EXPECT_EQ(one, got[0]);
    EXPECT_EQ(one + 1, got[1]);
    EXPECT_EQ(one + 1, got[2]);
}

TEST(HalfConversionByHand, Half) {
    const float inf = std::numeric_limits<float>::infinity();
    const std::vector<float> values = {1,          -2,       65504,    65519.996F, 65520,
                                       1e9F,       0x1p-14F, 0x1p-24F, 0x1p-25F,   0x1.000002p-25F,
                                       0x1.8p-24F, -0.0F,    inf,      0.1F,       1.0F / 3.0F,
                                       2049,       2051};
    const std::vector<Bits> expected = {0x3C00, 0xC000, 0x7BFF, 0x7BFF, 0x7C00, 0x7C00,
                                        0x0400, 0x0001, 0x0000, 0x0001, 0x0002, 0x8000,
                                        0x7C00, 0x2E66, 0x3555, 0x6800, 0x6802};
    EXPECT_EQ(expected, narrow_all(Format::half, values, Direction::nearest));
    EXPECT_EQ(0x7FFF, narrow_all(Format::half, {std::nanf("")}, Direction::nearest)[0]);
}

TEST(HalfConversionByHand, Bfloat16) {
    const float inf = std::numeric_limits<float>::infinity();
    const std::vector<float> values = {
        1, -2, 3.14159274F, 256, 257, 259, 0x1.fffffep127F, inf, 0x1p-133F, 0x1p-134F, 0x1.8p-133F};
    const std::vector<Bits> expected = {0x3F80, 0xC000, 0x4049, 0x4380, 0x4380, 0x4382,
                                        0x7F80, 0x7F80, 0x0001, 0x0000, 0x0002};
    EXPECT_EQ(expected, narrow_all(Format::bfloat16, values, Direction::nearest));
    EXPECT_EQ(0x7FFF, narrow_all(Format::bfloat16, {std::nanf("")}, Direction::nearest)[0]);
}
