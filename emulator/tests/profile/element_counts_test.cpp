// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Reads and writes of each element.

#include <gtest/gtest.h>

#include <array>

#include "../../src/profile/element_counts.hpp"

namespace workshop::emulator::profile {
namespace {

constexpr std::uint64_t x = 0x10000;
constexpr std::uint64_t y = 0x20000;
constexpr unsigned all = ~0U;

Buffer find_buffer(std::uint64_t address) {
    if (address >= x && address < x + 4096) return {x, 4096};
    if (address >= y && address < y + 4096) return {y, 4096};
    return {};
}

std::array<std::uint64_t, 32> strided(std::uint64_t first, std::uint64_t stride) {
    std::array<std::uint64_t, 32> addresses{};
    for (unsigned lane = 0; lane < 32; ++lane)
        addresses[lane] = first + lane * stride;
    return addresses;
}

class ElementCountsTest : public testing::Test {
  protected:
    void read(std::uint64_t first, std::uint64_t stride, unsigned bytes, unsigned lanes = all) {
        counts.add(RequestRuns(strided(first, stride).data(), lanes, bytes), true, false);
    }
    void write(std::uint64_t first, std::uint64_t stride, unsigned bytes, unsigned lanes = all) {
        counts.add(RequestRuns(strided(first, stride).data(), lanes, bytes), false, true);
    }
    ElementCounts counts{find_buffer};
};

TEST_F(ElementCountsTest, ReadsAndWritesOfTwoBuffers) {
    read(x, 4, 4);
    read(x, 4, 4);
    write(y + 64, 8, 4);
    const auto summary = counts.summary();
    ASSERT_EQ(summary.size(), 2);
    EXPECT_EQ(summary[0].buffer.base, x);
    EXPECT_EQ(summary[0].elements_read, 32);
    EXPECT_EQ(summary[0].most_reads, 2);
    EXPECT_EQ(summary[0].read_bytes, 256);
    EXPECT_EQ(summary[0].elements_written, 0);
    EXPECT_EQ(summary[1].elements_written, 32);
    EXPECT_EQ(summary[1].most_writes, 1);
}

TEST_F(ElementCountsTest, WideAccessesCountEveryElementOnce) {
    read(x, 16, 16);
    read(x, 4, 4);
    const auto summary = counts.summary();
    ASSERT_EQ(summary.size(), 1);
    EXPECT_EQ(summary[0].element_bytes, 4);
    EXPECT_EQ(summary[0].elements_read, 128);
    EXPECT_EQ(summary[0].most_reads, 2);
}

TEST_F(ElementCountsTest, DoublesAreElementsOfEightBytes) {
    read(x, 8, 8);
    EXPECT_EQ(counts.summary()[0].element_bytes, 8);
    EXPECT_EQ(counts.summary()[0].elements_read, 32);
}

TEST_F(ElementCountsTest, ANarrowAccessRefinesWhatWasCounted) {
    read(x, 4, 4);
    read(x, 2, 2);
    read(x + 2, 4, 2, 1);
    const auto summary = counts.summary();
    EXPECT_EQ(summary[0].element_bytes, 2);
    EXPECT_EQ(summary[0].elements_read, 64);
    EXPECT_EQ(summary[0].most_reads, 3);
    EXPECT_EQ(summary[0].read_bytes, 128 + 64 + 2);
}

TEST_F(ElementCountsTest, AddressesOfNobodyAreLeftOut) {
    read(0x500, 4, 4);
    EXPECT_TRUE(counts.summary().empty());
}

TEST_F(ElementCountsTest, TheSameElementInManyLanes) {
    read(x, 0, 4);
    EXPECT_EQ(counts.summary()[0].elements_read, 1);
    EXPECT_EQ(counts.summary()[0].most_reads, 32);
}

// A buffer that took the whole budget, and gave it up, leaves it to others.
TEST(ElementCountsBudget, ABufferThatIsNotCountedTakesNothing) {
    constexpr std::uint64_t large = 1ULL << 40;
    constexpr std::uint64_t large_bytes = max_counter_bytes / 2 - 4096;
    constexpr std::uint64_t other = 1ULL << 41;
    ElementCounts counts([](std::uint64_t address) -> Buffer {
        return address < other ? Buffer{large, large_bytes} : Buffer{other, 4096};
    });
    const auto read = [&](std::uint64_t address, unsigned bytes) {
        counts.add(RequestRuns(strided(address, bytes).data(), all, bytes), true, false);
    };
    read(large, 4);
    EXPECT_TRUE(counts.summary()[0].elements_counted);
    read(large, 1);  // four times as many counters: too many
    read(other, 4);
    EXPECT_FALSE(counts.summary()[0].elements_counted);
    EXPECT_TRUE(counts.summary()[1].elements_counted);
}

TEST_F(ElementCountsTest, AfterClearNothingIsLeft) {
    read(x, 4, 4);
    counts.clear();
    EXPECT_TRUE(counts.summary().empty());
}

}  // namespace
}  // namespace workshop::emulator::profile
