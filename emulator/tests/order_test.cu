// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
/// @file
/// @brief Which warp runs when: one may run ahead of the others, but not for ever.

#include <algorithm>

#include "device_test.hpp"

namespace {

constexpr unsigned full = 0xFFFFFFFFU;

class Order : public DeviceTest {};

// What is wrong here: other warps may not have read the cell when warp 0 writes it again.
__global__ void write_again_too_early(int* seen) {
    __shared__ int cell;
    if (threadIdx.x == 0) cell = 1;
    __syncthreads();
    seen[threadIdx.x] = cell;
    __syncwarp();
    if (threadIdx.x == 0) cell = 2;
}

TEST_F(Order, AWarpRunsAheadOfOthersSoThatARaceIsSeen) {
    DeviceArray<int> seen(128);
    write_again_too_early<<<1, 128>>>(seen.get());
    const std::vector<int> values = seen.values();
    EXPECT_EQ(std::count(values.begin(), values.begin() + 32, 1), 32);
    EXPECT_GT(std::count(values.begin() + 32, values.end(), 2), 0);
}

__global__ void wait_in_step(volatile int* flag, int* out, bool all_have_started) {
    if (all_have_started) __syncthreads();
    if (threadIdx.x == 64) *flag = 1;
    if (threadIdx.x >= 32) return;
    while (__shfl_sync(full, *flag, 0) == 0) {
    }
    out[threadIdx.x] = 1;
}

TEST_F(Order, AWarpThatWaitsInACollectiveLetsOtherWarpsRun) {
    for (const bool all_have_started : {false, true}) {
        DeviceArray<int> flag(1);
        DeviceArray<int> out(32);
        wait_in_step<<<1, 96>>>(flag.get(), out.get(), all_have_started);
        EXPECT_EQ(out.values(), std::vector<int>(32, 1)) << all_have_started;
    }
}

__global__ void count_in_turn(volatile int* counter, int turns) {
    const int warp = static_cast<int>(threadIdx.x / 32);
    const int warps = static_cast<int>(blockDim.x / 32);
    for (int turn = 0; turn < turns; ++turn) {
        while (__shfl_sync(full, *counter, 0) != turn * warps + warp) {
        }
        if (threadIdx.x % 32 == 0) *counter = *counter + 1;
    }
}

TEST_F(Order, WarpsThatWaitForEachOtherTakeTurns) {
    DeviceArray<int> counter(1);
    count_in_turn<<<1, 96>>>(counter.get(), 10);
    EXPECT_EQ(counter.values()[0], 30);
}

}  // namespace
