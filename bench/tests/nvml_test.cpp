// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// Clocks through a library that is loaded at run time, and without one.

#include <gtest/gtest.h>

#include "clocks.hpp"
#include "fakes.hpp"

namespace {

using namespace workshop::bench;

TEST(Nvml, ReadsWhatTheLibrarySays) {
    const auto clocks = nvml_clocks("0000:01:00.0", FAKE_NVML);
    EXPECT_EQ(clocks->source(), "NVML");
    EXPECT_EQ(clocks->driver(), "555.42");
    EXPECT_EQ(clocks->max_sm_mhz(), 1980);
    const ClockReading reading = clocks->read();
    EXPECT_TRUE(reading.known);
    EXPECT_EQ(reading.sm_mhz, 1755);
    EXPECT_EQ(reading.memory_mhz, 2619);
    EXPECT_EQ(reading.temperature_c, 47);
    EXPECT_EQ(reading.slow_reasons, 0x44U);
}

TEST(Nvml, OwnProcessIsNoOtherLoad) {
    const OtherLoad load = nvml_clocks("0000:01:00.0", FAKE_NVML)->other_load();
    EXPECT_TRUE(load.known);
    EXPECT_EQ(load.processes, 1);
    EXPECT_TRUE(disturbs(load));
    EXPECT_EQ(describe(load), "1 process, busy 87 % of the time");
}

TEST(Nvml, MissingLibrary) {
    const auto clocks = nvml_clocks("0000:01:00.0", "libno-such-library.so.1");
    EXPECT_EQ(clocks->source(), "not available (no NVML)");
    EXPECT_FALSE(clocks->read().known);
    EXPECT_EQ(clocks->max_sm_mhz(), 0);
    EXPECT_EQ(describe(clocks->other_load()), "unknown");
}

TEST(Nvml, LibraryWithoutTheFunctions) {
    EXPECT_EQ(nvml_clocks("0000:01:00.0", EMPTY_NVML)->source(),
              "not available (NVML lacks functions that are needed)");
}

TEST(Nvml, DeviceWithoutAClock) {
    const auto clocks = nvml_clocks("0000:02:00.0", FAKE_NVML);
    EXPECT_FALSE(clocks->read().known);
    EXPECT_EQ(clocks->source(), "not available (NVML gives no clock of this device)");
    EXPECT_EQ(clocks->driver(), "555.42");
    EXPECT_TRUE(clocks->other_load().known);
}

TEST(Nvml, UnknownDevice) {
    const auto clocks = nvml_clocks("0000:99:00.0", FAKE_NVML);
    EXPECT_FALSE(clocks->read().known);
    EXPECT_NE(clocks->source().find("status 6"), std::string::npos);
}

TEST(OtherLoad, WhatTheProgramBeforeLeftBehindPasses) {
    fakes::Clocks clocks({ClockReading{}});
    clocks.loads = {{true, 0, 90}, {true, 0, 40}, {true, 0, 0}};
    int waits = 0;
    EXPECT_EQ(describe(settled_other_load(clocks, [&] { ++waits; })), "none");
    EXPECT_EQ(waits, 2);
}

TEST(OtherLoad, WhatStaysIsTold) {
    fakes::Clocks clocks({ClockReading{}});
    clocks.loads = {{true, 0, 90}};
    int waits = 0;
    EXPECT_EQ(describe(settled_other_load(
                  clocks, [&] { ++waits; }, 3)),
              "busy 90 % of the time");
    EXPECT_EQ(waits, 3);
    clocks.loads = {{true, 2, 0}};
    EXPECT_EQ(describe(settled_other_load(
                  clocks, [&] { ++waits; }, 3)),
              "2 processes, busy 0 % of the time");
    EXPECT_EQ(waits, 3);  // a process does not go away by waiting
}

}  // namespace
