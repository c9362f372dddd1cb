// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Sectors and waves of single requests, against what arithmetic says.

#include <gtest/gtest.h>

#include <array>
#include <functional>
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
/// Of a store, which is never served in larger groups.
unsigned waves(std::uint64_t stride, unsigned bytes = 4) {
    return count_shared_waves(strided(1024, stride).data(), all, bytes, false).taken;
}

struct LoadCase {
    const char* name;
    std::function<int(int)> element;  // of a lane; -1: takes no part
    unsigned waves_of_8, conflicts_of_8, waves_of_16, conflicts_of_16;
};

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
    EXPECT_EQ(count_shared_waves(addresses.data(), all, 4, true).taken, 1);
    addresses[5] = addresses[9] + 128;  // two words of the same bank
    EXPECT_EQ(count_shared_waves(addresses.data(), all, 4, true).taken, 2);
}

TEST(SharedWaves, WideAccessesGoByHalvesAndQuarters) {
    EXPECT_EQ(waves(8, 8), 2);
    EXPECT_EQ(waves(16, 16), 4);
    EXPECT_EQ(waves(16, 8), 4);    // every other pair of banks: 2 in each half
    EXPECT_EQ(waves(32, 16), 8);   // 2 in each quarter
    EXPECT_EQ(waves(256, 8), 32);  // all in one pair of banks
    const auto addresses = strided(1024, 8);
    const auto of = [&](unsigned lanes, unsigned bytes) {
        return count_shared_waves(addresses.data(), lanes, bytes, false);
    };
    EXPECT_EQ(of(0x0000ffff, 8).taken, 1);
    EXPECT_EQ(of(0x0000ffff, 8).least, 1);
    EXPECT_EQ(of(all, 8).least, 2);
    EXPECT_EQ(of(all, 16).least, 4);
    EXPECT_EQ(of(0x00000100, 16).least, 1);
    EXPECT_EQ(of(0, 16).least, 0);
}

// What ncu counted on an H200 (2026-11-30) for loads of 8 and of 16 bytes, waves and conflicts.
TEST(SharedWaves, LoadsOfEqualPairsAreServedInLargerGroups) {
    const LoadCase cases[] = {
        {"all", [](int l) { return l; }, 2, 0, 4, 0},
        {"the same one", [](int) { return 0; }, 1, 0, 2, 0},
        {"n and n ^ 1", [](int l) { return l / 2; }, 1, 0, 2, 0},
        {"n and n ^ 2", [](int l) { return l / 4 * 2 + l % 2; }, 1, 0, 2, 0},
        {"n and n ^ 4", [](int l) { return l / 8 * 4 + l % 4; }, 2, 0, 4, 0},
        {"n and n ^ 16", [](int l) { return l % 16; }, 2, 0, 4, 0},
        {"n ^ 1 in the lower half", [](int l) { return l < 16 ? l / 2 : l; }, 2, 0, 4, 0},
        {"n ^ 1 in one half, n ^ 2 in the other",
         [](int l) { return l < 16 ? l / 2 : 16 + l % 16 / 4 * 2 + l % 2; }, 2, 0, 4, 0},
        {"one element a half", [](int l) { return l / 16; }, 1, 0, 2, 0},
        {"pairs, 2 apart", [](int l) { return l / 2 * 2; }, 2, 1, 4, 2},
        {"pairs, 4 apart", [](int l) { return l / 2 * 4; }, 4, 3, 8, 6},
        {"pairs, 16 apart", [](int l) { return l / 2 * 16; }, 16, 15, 16, 14},
        {"2 apart", [](int l) { return l * 2; }, 4, 2, 8, 4},
        {"two elements of the same banks", [](int l) { return l / 16 * 32; }, 2, 1, 2, 0},
        {"four lanes an element, same banks", [](int l) { return l / 4 * 32; }, 8, 7, 8, 6},
        {"even lanes", [](int l) { return l % 2 != 0 ? -1 : l; }, 2, 1, 4, 2},
        {"lower half", [](int l) { return l < 16 ? l : -1; }, 1, 0, 2, 0},
        {"one of each quarter", [](int l) { return l % 8 != 0 ? -1 : l / 8 * 32; }, 4, 3, 4, 2},
        {"all but lane 3", [](int l) { return l == 3 ? -1 : l; }, 2, 0, 4, 0},
        {"pairs but lane 3", [](int l) { return l == 3 ? -1 : l / 2; }, 1, 0, 2, 0},
        {"columns", [](int l) { return l % 8 * 4 + l / 8; }, 4, 2, 16, 12},
    };
    for (const LoadCase& one : cases) {
        for (const unsigned bytes : {8U, 16U}) {
            std::array<std::uint64_t, 32> addresses{};
            unsigned lanes = 0;
            for (int lane = 0; lane < 32; ++lane) {
                const int element = one.element(lane);
                if (element < 0) continue;
                lanes |= 1U << lane;
                addresses[static_cast<std::size_t>(lane)] =
                    4096 + static_cast<std::uint64_t>(element) * bytes;
            }
            const SharedWaves waves = count_shared_waves(addresses.data(), lanes, bytes, true);
            EXPECT_EQ(waves.taken, bytes == 8 ? one.waves_of_8 : one.waves_of_16)
                << one.name << ", " << bytes << " bytes";
            EXPECT_EQ(waves.taken - waves.least,
                      bytes == 8 ? one.conflicts_of_8 : one.conflicts_of_16)
                << one.name << ", " << bytes << " bytes";
        }
    }
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
