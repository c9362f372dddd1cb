// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Warp requests from the logs of lanes, on made-up kernels whose counts can be worked out by hand.

#include <gtest/gtest.h>

#include "lane_programs.hpp"

namespace workshop::emulator::profile {
namespace {

constexpr std::uint64_t base = 4096;

TEST(WarpMerge, LanesThatDoTheSameMakeOneRequest) {
    const MadeUpLaunch launch(64, [](Lane& lane) {
        lane.block(1);
        lane.read(1, base + lane.number() * 4);
    });
    EXPECT_EQ(launch.at(1).requests, 2);  // one a warp
    EXPECT_EQ(launch.at(1).lanes, 64);
    EXPECT_EQ(launch.at(1).units, 8);  // 4 sectors each
    EXPECT_EQ(launch.divergent_at(1), 0);
}

TEST(WarpMerge, BothSidesOfABranchComeOneAfterTheOtherAndLanesMeetAgain) {
    const MadeUpLaunch launch(32, [](Lane& lane) {
        lane.block(1);
        if (lane.number() % 2 == 0) {
            lane.block(2);
            lane.read(2, base + lane.number() * 4);
        } else {
            lane.block(3);
            lane.read(3, base + lane.number() * 4);
        }
        lane.block(4);
        lane.read(4, base + lane.number() * 4);
    });
    EXPECT_EQ(launch.at(2).requests, 1);
    EXPECT_EQ(launch.at(2).lanes, 16);
    EXPECT_EQ(launch.at(3).requests, 1);
    EXPECT_EQ(launch.at(4).requests, 1);
    EXPECT_EQ(launch.at(4).lanes, 32);
    EXPECT_EQ(launch.divergent_at(1), 1);
    EXPECT_EQ(launch.divergent_at(2) + launch.divergent_at(3), 0);
}

// Lane i reads i % 4 times, then all read together: 3 requests with 24, 16 and 8 lanes, and 1 with
// 32, in each of 5 rounds.
TEST(WarpMerge, LoopsOfDifferentLength) {
    const MadeUpLaunch launch(32, [](Lane& lane) {
        lane.block(1);
        for (int round = 0; round < 5; ++round) {
            lane.block(2);
            for (unsigned i = 0; i < lane.number() % 4; ++i) {
                lane.block(3);
                lane.read(3, base + lane.number() * 4);
            }
            lane.block(4);
            lane.read(4, base + lane.number() * 4);
        }
        lane.block(5);
    });
    EXPECT_EQ(launch.at(3).requests, 15);
    EXPECT_EQ(launch.at(3).lanes, 5 * (24 + 16 + 8));
    EXPECT_EQ(launch.at(4).requests, 5);
    EXPECT_EQ(launch.at(4).lanes, 5 * 32);
    EXPECT_EQ(launch.divergent_at(2), 5);   // lanes 0, 4, 8 ... do not enter
    EXPECT_EQ(launch.divergent_at(3), 10);  // some leave after rounds 1 and 2, all after round 3
}

// The n-th execution in one lane does not belong to the n-th in another: lane i runs only every
// (i+1)-th of the steps. Together they still make one request a step.
TEST(WarpMerge, SkippedStepsDoNotShiftALane) {
    const MadeUpLaunch launch(32, [](Lane& lane) {
        lane.block(1);
        for (std::uint64_t step = 1; step <= 12; ++step) {
            lane.block(2);
            if (step % (lane.number() + 1) == 0) {
                lane.block(3);
                lane.read(3, base + step * 128 + lane.number() * 4);
            }
            lane.block(4);
        }
        lane.block(5);
    });
    EXPECT_EQ(launch.at(3).requests, 12);
    EXPECT_EQ(launch.at(3).lanes, 12 + 6 + 4 + 3 + 2 + 2 + 6);  // of step 1 ... 12: 12/(i+1) each
}

// A function that lies behind its caller: lanes inside it go on before those that wait behind the
// call, so they meet again there.
TEST(WarpMerge, LanesInsideACallCatchUp) {
    const auto kernel = [](Lane& lane) {
        lane.block(1);
        if (lane.number() < 8) {
            lane.call();
            lane.block(90);
            lane.read(90, base);
            lane.call_returns();
        }
        lane.block(2);
        lane.read(2, base + lane.number() * 4);
    };
    const MadeUpLaunch launch(32, kernel);
    EXPECT_EQ(launch.at(90).requests, 1);
    EXPECT_EQ(launch.at(2).requests, 1);
    EXPECT_EQ(launch.at(2).lanes, 32);
}

TEST(WarpMerge, TheOrderOfLanesChangesNothing) {
    const auto kernel = [](Lane& lane) {
        lane.block(1);
        for (unsigned i = 0; i < 3 + lane.number() % 5; ++i) {
            lane.block(2);
            lane.read(2, base + i * 128 + lane.number() * 4);
        }
        lane.block(3);
        lane.read(3, base + lane.number() * 64);
    };
    const MadeUpLaunch forward(96, kernel);
    const MadeUpLaunch reverse(96, kernel, [](unsigned i) { return 95 - i; });
    for (const std::uint64_t place : {2, 3}) {
        EXPECT_EQ(forward.at(place).requests, reverse.at(place).requests);
        EXPECT_EQ(forward.at(place).units, reverse.at(place).units);
    }
    EXPECT_EQ(forward.at(2).requests, 3 * 7);
    EXPECT_EQ(forward.divergent_at(2), reverse.divergent_at(2));
}

TEST(WarpMerge, APartialWarpIsMerged) {
    const MadeUpLaunch launch(5, [](Lane& lane) {
        lane.block(1);
        lane.read(1, base + lane.number() * 4);
    });
    EXPECT_EQ(launch.at(1).requests, 1);
    EXPECT_EQ(launch.at(1).lanes, 5);
    EXPECT_EQ(launch.at(1).units, 1);
    EXPECT_EQ(launch.forced(), 0);
}

// One lane logs more than there is room for, and nobody else can run: it has to be counted alone.
TEST(WarpMerge, WithoutRoomAndWithoutOthersItSaysSo) {
    const MadeUpLaunch launch(32, [](Lane& lane) {
        for (int i = 0; i < 5000; ++i) {
            lane.block(1);
            lane.read(1, base + lane.number() * 4);
        }
    });
    EXPECT_EQ(launch.at(1).lanes, 32 * 5000);
    EXPECT_GT(launch.forced(), 0);
}

}  // namespace
}  // namespace workshop::emulator::profile
