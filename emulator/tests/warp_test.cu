// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "device_test.hpp"

namespace {

constexpr unsigned full = 0xFFFFFFFFU;

class WarpCollectives : public DeviceTest {};

__global__ void shuffles(int* out, int width) {
    const int lane = static_cast<int>(threadIdx.x);
    const int value = 100 + lane;
    out[lane] = __shfl_sync(full, value, 3, width);
    out[32 + lane] = __shfl_up_sync(full, value, 2, width);
    out[64 + lane] = __shfl_down_sync(full, value, 2, width);
    out[96 + lane] = __shfl_xor_sync(full, value, 1, width);
}

TEST_F(WarpCollectives, ShufflesOfAWholeWarp) {
    DeviceArray<int> out(128);
    shuffles<<<1, 32>>>(out.get(), 32);
    const auto values = out.values();
    for (int lane = 0; lane < 32; ++lane) {
        EXPECT_EQ(values[lane], 103);
        EXPECT_EQ(values[32 + lane], lane < 2 ? 100 + lane : 98 + lane);
        EXPECT_EQ(values[64 + lane], lane >= 30 ? 100 + lane : 102 + lane);
        EXPECT_EQ(values[96 + lane], 100 + (lane ^ 1));
    }
}

TEST_F(WarpCollectives, ShufflesInGroupsOfEight) {
    DeviceArray<int> out(128);
    shuffles<<<1, 32>>>(out.get(), 8);
    const auto values = out.values();
    for (int lane = 0; lane < 32; ++lane) {
        EXPECT_EQ(values[lane], 103 + lane / 8 * 8);
        EXPECT_EQ(values[32 + lane], lane % 8 < 2 ? 100 + lane : 98 + lane);
        EXPECT_EQ(values[64 + lane], lane % 8 >= 6 ? 100 + lane : 102 + lane);
    }
}

__global__ void shuffle_types(double* doubles, long long* integers, float* floats) {
    const unsigned lane = threadIdx.x;
    doubles[lane] = __shfl_sync(full, 0.5 * lane, 31 - static_cast<int>(lane));
    integers[lane] = __shfl_xor_sync(full, 10000000000LL * lane, 16);
    floats[lane] = __shfl_down_sync(full, static_cast<float>(lane), 1);
}

TEST_F(WarpCollectives, ShufflesMoveEightBytesAndFractions) {
    DeviceArray<double> doubles(32);
    DeviceArray<long long> integers(32);
    DeviceArray<float> floats(32);
    shuffle_types<<<1, 32>>>(doubles.get(), integers.get(), floats.get());
    EXPECT_EQ(doubles.values()[1], 15.0);
    EXPECT_EQ(integers.values()[3], 190000000000LL);
    EXPECT_EQ(floats.values()[30], 31.0F);
    EXPECT_EQ(floats.values()[31], 31.0F);
}

__global__ void votes(unsigned* out) {
    const unsigned lane = threadIdx.x % 32;
    out[threadIdx.x] = __ballot_sync(full, lane % 4 == 0);
    if (lane < 8) {  // part of the warp alone
        const bool ok = __any_sync(0xFF, lane == 7) && __all_sync(0xFF, lane < 8) &&
                        !__any_sync(0xFF, lane > 7) && !__all_sync(0xFF, lane == 1);
        out[64 + threadIdx.x] = ok;
    } else {
        out[64 + threadIdx.x] = __ballot_sync(0xFFFFFF00U, lane == 8);
    }
}

TEST_F(WarpCollectives, VotesOfTheWarpAndOfTwoPartsOfIt) {
    DeviceArray<unsigned> out(128);
    const std::string messages = messages_of([&] { votes<<<1, 64>>>(out.get()); });
    const auto values = out.values();
    for (int thread = 0; thread < 64; ++thread) {
        EXPECT_EQ(values[thread], 0x11111111U);
        EXPECT_EQ(values[64 + thread], thread % 32 < 8 ? 1U : 0x100U);
    }
    EXPECT_EQ(messages, "");
}

__global__ void match(unsigned* out) {
    const unsigned lane = threadIdx.x;
    int same = 7;
    out[lane] = __match_any_sync(full, lane % 2);
    out[32 + lane] = __match_all_sync(full, 2.5, &same);
    out[64 + lane] = static_cast<unsigned>(same);
    out[96 + lane] = __match_all_sync(full, lane == 5, &same);
    out[128 + lane] = static_cast<unsigned>(same);
}

TEST_F(WarpCollectives, Match) {
    DeviceArray<unsigned> out(160);
    match<<<1, 32>>>(out.get());
    const auto values = out.values();
    EXPECT_EQ(values[0], 0x55555555U);
    EXPECT_EQ(values[1], 0xAAAAAAAAU);
    EXPECT_EQ(values[32], full);
    EXPECT_EQ(values[64], 1U);
    EXPECT_EQ(values[96], 0U);
    EXPECT_EQ(values[128], 0U);
}

__global__ void reductions(int* out) {
    const int value = static_cast<int>(threadIdx.x) - 16;
    out[0] = __reduce_add_sync(full, value);
    out[1] = __reduce_min_sync(full, value);
    out[2] = __reduce_max_sync(full, value);
    out[3] = static_cast<int>(__reduce_min_sync(full, static_cast<unsigned>(value)));
    out[4] = static_cast<int>(__reduce_and_sync(full, threadIdx.x | 64));
    out[5] = static_cast<int>(__reduce_or_sync(full, threadIdx.x));
    out[6] = static_cast<int>(__reduce_xor_sync(full, threadIdx.x));
}

TEST_F(WarpCollectives, Reductions) {
    DeviceArray<int> out(7);
    reductions<<<1, 32>>>(out.get());
    EXPECT_EQ(out.values(), (std::vector<int>{-16, -16, 15, 0, 64, 31, 0}));
}

__global__ void active(unsigned* out) {
    const unsigned lane = threadIdx.x;
    if (lane % 2 == 0) {
        out[lane] = __activemask();
    } else if (lane < 10) {
        out[lane] = __activemask();
    }
    out[32 + lane] = __activemask();
}

TEST_F(WarpCollectives, TheActiveMaskHoldsTheLanesOfTheBranch) {
    DeviceArray<unsigned> out(64);
    active<<<1, 32>>>(out.get());
    EXPECT_EQ(out.values()[2], 0x55555555U);
    EXPECT_EQ(out.values()[3], 0x000002AAU);
    EXPECT_EQ(out.values()[32], full);
}

// clang-format off
__global__ void active_on_one_line(unsigned* out) {
    const unsigned lane = threadIdx.x;
    if (lane < 8) out[lane] = __activemask(); else if (lane < 24) out[lane] = __activemask();
}
// clang-format on

TEST_F(WarpCollectives, TwoActiveMasksOnOneLineAreTwo) {
    DeviceArray<unsigned> out(32);
    active_on_one_line<<<1, 32>>>(out.get());
    EXPECT_EQ(out.values()[7], 0x000000FFU);
    EXPECT_EQ(out.values()[8], 0x00FFFF00U);
    EXPECT_EQ(out.values()[24], 0U);
}

__global__ void last_warp_sum(int* out) {
    int sum = 1;
    for (int delta = 4; delta > 0; delta /= 2)
        sum += __shfl_xor_sync(full, sum, delta);
    __syncwarp();
    out[threadIdx.x] = sum;
}

TEST_F(WarpCollectives, LanesThatDoNotExistAreNotWaitedFor) {
    DeviceArray<int> out(40);
    last_warp_sum<<<1, 40>>>(out.get());
    EXPECT_EQ(out.values(), std::vector<int>(40, 8));
}

}  // namespace
