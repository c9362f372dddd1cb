// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// Which samples count, and what a series of them says.

#include "samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace workshop::bench;

Sample sample(double seconds, double mhz, unsigned long long reasons = 0) {
    Sample one;
    one.seconds = seconds;
    one.before = {true, mhz, 0, 50, 0};
    one.after = {true, mhz, 0, 60, reasons};
    return one;
}

TEST(Throttled, AClockFarBelowTheHighest) {
    EXPECT_FALSE(is_throttled(sample(1, 2000), 2000));
    EXPECT_FALSE(is_throttled(sample(1, 1500), 2000));  // exactly 75 %
    EXPECT_TRUE(is_throttled(sample(1, 1499), 2000));
}

TEST(Throttled, ReasonsOfHeatAndPower) {
    for (const unsigned long long reason : {0x08ULL, 0x20ULL, 0x40ULL, 0x80ULL})
        EXPECT_TRUE(is_throttled(sample(1, 2000, reason), 2000)) << reason;
    // Idle, application clocks, the usual limit of power, sync boost, display clock.
    for (const unsigned long long reason : {0x01ULL, 0x02ULL, 0x04ULL, 0x10ULL, 0x100ULL})
        EXPECT_FALSE(is_throttled(sample(1, 2000, reason), 2000)) << reason;
}

TEST(Throttled, AReasonBeforeTheSampleCounts) {
    Sample one = sample(1, 2000);
    one.before.slow_reasons = 0x40;
    EXPECT_TRUE(is_throttled(one, 2000));
}

TEST(Throttled, NotWithoutClocks) {
    Sample one;
    one.seconds = 1;
    EXPECT_FALSE(is_throttled(one, 2000));
    EXPECT_EQ(highest_clock({one}), 0);
}

TEST(Judge, LeavesOutTheThrottledOnes) {
    const std::vector<Sample> samples{sample(1, 2000), sample(9, 900), sample(2, 1900),
                                      sample(8, 2000, 0x40)};
    const Judgement judgement = judge(samples, highest_clock(samples));
    EXPECT_EQ(judgement.throttled, (std::vector<bool>{false, true, false, true}));
    EXPECT_EQ(judgement.kept, (std::vector<double>{1, 2}));
    EXPECT_FALSE(judgement.all_throttled);
}

TEST(Judge, ALowClockThatIsLockedFromTheStartIsNoThrottling) {
    const std::vector<Sample> samples{sample(1, 900), sample(2, 900)};
    const Judgement judgement = judge(samples, highest_clock(samples));
    EXPECT_EQ(judgement.kept.size(), 2U);
    EXPECT_FALSE(judgement.all_throttled);
}

TEST(Judge, KeepsAllWhenAllAreThrottled) {
    // Another case of the run has seen 2000 MHz before the clock was locked.
    const Judgement judgement = judge({sample(1, 900), sample(3, 900)}, 2000);
    EXPECT_TRUE(judgement.all_throttled);
    EXPECT_EQ(judgement.kept, (std::vector<double>{1, 3}));
    EXPECT_EQ(judgement.throttled, (std::vector<bool>{true, true}));
}

TEST(Judge, NothingMeasured) {
    const Judgement judgement = judge({}, 2000);
    EXPECT_FALSE(judgement.all_throttled);
    EXPECT_TRUE(judgement.kept.empty());
}

TEST(Median, OfOddAndEvenNumbers) {
    EXPECT_EQ(median({3, 1, 2}), 2);
    EXPECT_EQ(median({4, 1, 3, 2}), 2.5);
    EXPECT_EQ(median({7}), 7);
    EXPECT_TRUE(std::isnan(median({})));
}

TEST(Spread, HalfOfTheInterQuartileRange) {
    // Quartiles of 1..9 are 3 and 7, so half of the range is 2, which is 40 % of 5.
    EXPECT_DOUBLE_EQ(spread_percent({9, 1, 8, 2, 7, 3, 6, 4, 5}), 40);
    EXPECT_DOUBLE_EQ(spread_percent({2, 2, 2, 2}), 0);
    // One outlier of nine does not change it.
    EXPECT_DOUBLE_EQ(spread_percent({900, 1, 8, 2, 7, 3, 6, 4, 5}), 40);
}

TEST(Quantile, LiesOnALineBetweenTwoValues) {
    EXPECT_DOUBLE_EQ(quantile({10, 20}, 0.25), 12.5);
    EXPECT_DOUBLE_EQ(quantile({10, 20}, 1), 20);
}

}  // namespace
