// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// How far a run is.

#include "progress.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace {

using namespace workshop::bench;

struct Watch {
    double now = 0;
    std::ostringstream out;
    Progress progress{out, [this] { return now; }};

    void repeat(const std::string& name, std::int64_t iterations, double seconds, bool prepared) {
        progress.begin(name, iterations);
        now += seconds;
        progress.end(prepared);
    }
};

TEST(Progress, CallsThatLookForTheIterationsAreNoRepetitions) {
    Watch watch;
    watch.progress.expect(2, 2, 3);
    watch.repeat("a", 1, 1, true);
    watch.repeat("a", 10, 1, false);
    watch.repeat("a", 40, 1, false);
    EXPECT_EQ(watch.progress.done(), 1U);
    watch.repeat("a", 40, 1, false);
    watch.repeat("b", 1, 1, true);
    EXPECT_EQ(watch.progress.done(), 3U);
}

TEST(Progress, PreparationsAreTimedApart) {
    Watch watch;
    watch.progress.expect(2, 2, 3);
    EXPECT_LT(watch.progress.seconds_left(), 0);
    watch.repeat("a", 1, 10, true);
    watch.repeat("a", 1, 2, false);
    watch.repeat("a", 1, 2, false);
    // Left: the preparation of b with 10 s, and two repetitions of 2 s.
    EXPECT_DOUBLE_EQ(watch.progress.seconds_left(), 14);
    watch.repeat("b", 1, 10, true);
    watch.repeat("b", 1, 2, false);
    watch.repeat("b", 1, 2, false);
    EXPECT_DOUBLE_EQ(watch.progress.seconds_left(), 0);
    EXPECT_NE(watch.out.str().find("\r4 of 6 repetitions, about 4 s left"), std::string::npos)
        << watch.out.str();
}

TEST(Progress, TheLineIsClearedAtTheEnd) {
    Watch watch;
    watch.progress.expect(1, 1, 1);
    watch.repeat("a", 1, 1, true);
    EXPECT_EQ(watch.out.str().back(), '\r');
}

TEST(Progress, NothingIsWrittenUnlessItIsKnownWhatComes) {
    Watch watch;
    watch.repeat("a", 1, 1, true);
    EXPECT_EQ(watch.out.str(), "");
}

}  // namespace
