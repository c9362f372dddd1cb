// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Cooperative groups against values worked out by hand.

#include <gtest/gtest.h>

#include "groups_kernels.hpp"

TEST(Groups, BlockAndGridKnowTheirPlace) {
    const std::vector<unsigned> facts = block_facts();
    for (unsigned thread = 0; thread < 64; ++thread) {
        const unsigned* mine = &facts[8 * thread];
        EXPECT_EQ(thread, mine[0]);
        EXPECT_EQ(64U, mine[1]);
        EXPECT_EQ(1U, mine[2]);
        EXPECT_EQ(2U, mine[3]);
        EXPECT_EQ(thread / 32, mine[4]);                // 8 x 4 threads a layer
        EXPECT_EQ((1 + 2 * 2) * 64 + thread, mine[5]);  // block (1, 2) of two a row
        EXPECT_EQ(6U * 64, mine[6]);
        EXPECT_EQ(6U, mine[7]);
    }
}

TEST(Groups, TilesKnowTheirPlaceAndShuffle) {
    const std::vector<unsigned> facts = tile_facts();
    for (unsigned thread = 0; thread < 64; ++thread) {
        const unsigned* mine = &facts[8 * thread];
        const unsigned rank = thread % 8;
        const unsigned first = thread - rank;
        EXPECT_EQ(rank, mine[0]);
        EXPECT_EQ(thread % 32 / 8, mine[1]);  // a tile of a warp
        EXPECT_EQ(4U, mine[2]);
        EXPECT_EQ(0xAAU, mine[3]);
        EXPECT_EQ(first + 3, mine[4]);
        EXPECT_EQ(rank + 2 < 8 ? thread + 2 : thread, mine[5]);
        EXPECT_EQ(rank >= 1 ? thread - 1 : thread, mine[6]);
        EXPECT_EQ(first + (rank ^ 6), mine[7]);
    }
}

TEST(Groups, ReduceOverTiles) {
    const std::vector<int> results = tile_reductions();
    for (int thread = 0; thread < 40; ++thread) {
        // Values are thread + 1; the last tile has 8 threads only.
        const int first = thread / 16 * 16 + 1;
        const int last = first + (thread < 32 ? 15 : 7);
        int sum = 0;
        int all = -1;
        int any = 0;
        int odd = 0;
        for (int value = first; value <= last; ++value) {
            sum += value;
            all &= value;
            any |= value;
            odd ^= value;
        }
        const std::vector<int> expected = {sum, first, last, all, any, odd};
        const auto mine = results.begin() + 6 * thread;
        EXPECT_EQ(expected, std::vector<int>(mine, mine + 6)) << thread;
    }
    EXPECT_EQ(136, results[0]);       // 1 + ... + 16
    EXPECT_EQ(292, results[6 * 39]);  // 33 + ... + 40
}

TEST(Groups, CoalescedAndPartitioned) {
    const std::vector<int> facts = coalesced_facts();
    for (int lane = 0; lane < 32; ++lane) {
        const int* mine = &facts[static_cast<std::size_t>(6 * lane)];
        const bool member = lane % 3 == 0;
        EXPECT_EQ(member ? 165 : 0, mine[0]);  // 0 + 3 + ... + 30
        EXPECT_EQ(member ? 11 : 0, mine[1]);
        EXPECT_EQ(member ? lane / 3 : 0, mine[2]);
        // Lanes with lane % 5 == r: seven for r = 0 and 1 (0..30, 1..31), six for the others.
        const int label = lane % 5;
        EXPECT_EQ(label < 2 ? 7 : 6, mine[3]);
        EXPECT_EQ(label < 2 ? 105 + 7 * label : 75 + 6 * label, mine[4]);
        EXPECT_EQ(lane < 20 ? 20 : 12, mine[5]);
    }
}

TEST(Groups, Scan) {
    const std::vector<int> sums = scans();
    for (int lane = 0; lane < 32; ++lane) {
        EXPECT_EQ((lane + 1) * (lane + 2) / 2, sums[static_cast<std::size_t>(lane)]);
        EXPECT_EQ(lane * (lane + 1) / 2, sums[static_cast<std::size_t>(lane) + 32]);
    }
}

TEST(Groups, ShuffleWideValues) {
    const std::vector<float> got = wide_shuffles();
    for (std::size_t thread = 0; thread < 8; ++thread) {
        const float expected = thread < 4 ? 1.0F : 5.0F;
        EXPECT_EQ(expected, got[2 * thread]);
        EXPECT_EQ(-expected, got[2 * thread + 1]);
    }
}

TEST(Groups, TilesOfARunTimeSize) {
    for (const unsigned size : {1U, 4U, 32U}) {
        const std::vector<unsigned> facts = dynamic_tiles(size);
        for (unsigned thread = 0; thread < 64; ++thread) {
            EXPECT_EQ(size, facts[2 * thread]);
            EXPECT_EQ(thread % size, facts[2 * thread + 1]);
        }
    }
}

TEST(Groups, GridSynchronises) {
    cudaError_t error = cudaErrorUnknown;
    const std::vector<int> totals = grid_totals(7, &error);
    ASSERT_EQ(cudaSuccess, error);
    for (const int total : totals)
        EXPECT_EQ(21, total);  // 0 + ... + 6
}

TEST(Groups, GridLargerThanTheDeviceIsRefused) {
    cudaError_t error = cudaSuccess;
    grid_totals(1000000, &error);
    EXPECT_EQ(cudaErrorCooperativeLaunchTooLarge, error);
}

TEST(Groups, CopyTogether) {
    const std::vector<int> numbers = copied_by_group();
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(99 - i, numbers[static_cast<std::size_t>(i)]);
}
