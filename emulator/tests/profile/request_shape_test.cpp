// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Sectors and waves of single requests, against what arithmetic says.

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <random>
#include <set>

#include "../../src/profile/request_shape.hpp"

namespace workshop::emulator::profile {
namespace {

constexpr unsigned all = ~0U;

std::array<std::uint64_t, 32> strided(std::uint64_t first, std::uint64_t stride) {
    std::array<std::uint64_t, 32> addresses{};
    for (unsigned lane = 0; lane < 32; ++lane)
        addresses[lane] = first + lane * stride;
    return addresses;
}

unsigned sectors(std::uint64_t first, std::uint64_t stride, unsigned bytes = 4) {
    return count_sectors(RequestRuns(strided(first, stride).data(), all, bytes));
}
unsigned waves(std::uint64_t stride, unsigned bytes = 4) {
    return count_shared_waves(strided(1024, stride).data(), all, bytes);
}

TEST(Sectors, OfStrides) {
    EXPECT_EQ(sectors(4096, 4), 4);
    for (std::uint64_t stride = 1; stride <= 8; ++stride)
        EXPECT_EQ(sectors(4096, stride * 4), stride * 4);  // 31 * stride * 4 bytes and one more
    for (const std::uint64_t stride : {8, 9, 31, 32, 1000})
        EXPECT_EQ(sectors(4096, stride * 4), 32);
    EXPECT_EQ(sectors(4096, 0), 1);
}

TEST(Sectors, OfWideAndNarrowAccesses) {
    EXPECT_EQ(sectors(4096, 16, 16), 16);
    EXPECT_EQ(sectors(4096, 8, 8), 8);
    EXPECT_EQ(sectors(4096, 2, 2), 2);
    EXPECT_EQ(sectors(4096, 1, 1), 1);
}

TEST(Sectors, MisalignedByOneElement) {
    EXPECT_EQ(sectors(4096 + 4, 4), 5);
    EXPECT_EQ(sectors(4096 - 4, 4), 5);
    EXPECT_EQ(sectors(4096 + 32, 4), 4);
}

TEST(Sectors, OfSomeLanes) {
    const auto addresses = strided(4096, 4);
    EXPECT_EQ(count_sectors(RequestRuns(addresses.data(), 0x00000001, 4)), 1);
    EXPECT_EQ(count_sectors(RequestRuns(addresses.data(), 0x01010101, 4)), 4);
    EXPECT_EQ(count_sectors(RequestRuns(addresses.data(), 0x000000ff, 4)), 1);
    EXPECT_EQ(count_sectors(RequestRuns(addresses.data(), 0, 4)), 0);
}

TEST(Sectors, OfRandomAddressesAsASetHasThem) {
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        std::array<std::uint64_t, 32> addresses{};
        const unsigned bytes = 1U << random() % 5;
        const unsigned range = 1U << (5 + random() % 12);
        for (auto& address : addresses)
            address = 65536 + random() % range;  // aligned or not
        const unsigned lanes = random() | 1U;
        std::set<std::uint64_t> expected;
        for (unsigned lane = 0; lane < 32; ++lane) {
            if ((lanes >> lane & 1) == 0) continue;
            for (unsigned byte = 0; byte < bytes; ++byte)
                expected.insert((addresses[lane] + byte) / 32);
        }
        ASSERT_EQ(count_sectors(RequestRuns(addresses.data(), lanes, bytes)), expected.size());
    }
}

TEST(SharedWaves, OfStridesAreTheGreatestCommonDivisorWith32) {
    for (std::uint64_t stride = 1; stride <= 64; ++stride)
        EXPECT_EQ(waves(stride * 4), std::gcd(stride, std::uint64_t{32})) << "stride " << stride;
}

TEST(SharedWaves, BroadcastIsOneWave) {
    EXPECT_EQ(waves(0), 1);
    EXPECT_EQ(waves(0, 8), 2);
    EXPECT_EQ(waves(0, 16), 4);
    auto addresses = strided(1024, 4);
    addresses[5] = addresses[9];  // two lanes want the same word
    EXPECT_EQ(count_shared_waves(addresses.data(), all, 4), 1);
    addresses[5] = addresses[9] + 128;  // two words of the same bank
    EXPECT_EQ(count_shared_waves(addresses.data(), all, 4), 2);
}

TEST(SharedWaves, WideAccessesGoByHalvesAndQuarters) {
    EXPECT_EQ(waves(8, 8), 2);
    EXPECT_EQ(waves(16, 16), 4);
    EXPECT_EQ(waves(16, 8), 4);    // every other pair of banks: 2 in each half
    EXPECT_EQ(waves(32, 16), 8);   // 2 in each quarter
    EXPECT_EQ(waves(256, 8), 32);  // all in one pair of banks
    const auto addresses = strided(1024, 8);
    EXPECT_EQ(count_shared_waves(addresses.data(), 0x0000ffff, 8), 1);
    EXPECT_EQ(least_shared_waves(0x0000ffff, 8), 1);
    EXPECT_EQ(least_shared_waves(all, 8), 2);
    EXPECT_EQ(least_shared_waves(all, 16), 4);
    EXPECT_EQ(least_shared_waves(0x00000100, 16), 1);
}

TEST(SharedWaves, BytesAndHalvesShareWords) {
    EXPECT_EQ(waves(1, 1), 1);
    EXPECT_EQ(waves(2, 2), 1);
    EXPECT_EQ(waves(128, 2), 32);
}

TEST(SharedWaves, APaddedColumnHasNoConflict) {
    EXPECT_EQ(waves(32 * 4), 32);
    EXPECT_EQ(waves(33 * 4), 1);
}

}  // namespace
}  // namespace workshop::emulator::profile
