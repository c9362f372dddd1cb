// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Schedules: the order of blocks, threads and lanes, and what the checkers say in each.

#include <emulator/watch.h>

#include <algorithm>
#include <numeric>

#include "watch_test.hpp"

namespace {

using workshop::emulator::schedule_text;
using workshop::emulator::set_schedule;

class Schedules : public WatchTest {
  protected:
    Schedules() : before_(schedule_text()) {}
    ~Schedules() override { set_schedule(before_); }

  private:
    std::string before_;
};

/// Writes down in which order its threads come.
__global__ void note_order(unsigned* next, int* order, bool barrier) {
    if (barrier) __syncthreads();
    const unsigned place = atomicAdd(next, 1U);
    order[place] = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
}

std::vector<int> order_of(const char* schedule, bool barrier = false) {
    EXPECT_TRUE(set_schedule(schedule));
    const DeviceArray<unsigned> next(1);
    const DeviceArray<int> order(4 * 48);
    note_order<<<4, 48>>>(next.get(), order.get(), barrier);
    return order.values();
}

std::vector<int> all_threads() {
    std::vector<int> numbers(4 * 48);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

TEST_F(Schedules, ForwardAndReverse) {
    std::vector<int> expected = all_threads();
    EXPECT_EQ(order_of("forward"), expected);
    std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(order_of("reverse"), expected);
}

TEST_F(Schedules, RandomIsAnOrderOfItsOwnThatCanBeRepeated) {
    const std::vector<int> first = order_of("random:1");
    EXPECT_EQ(order_of("random:1"), first);
    EXPECT_NE(order_of("random:2"), first);
    EXPECT_NE(first, all_threads());
    EXPECT_NE(order_of("random:1", true), first);
    for (const bool barrier : {false, true}) {
        std::vector<int> sorted = order_of("random:7", barrier);
        std::sort(sorted.begin(), sorted.end());
        EXPECT_EQ(sorted, all_threads());
    }
}

TEST_F(Schedules, OnlyWhatIsKnown) {
    ASSERT_TRUE(set_schedule("random:12"));
    for (const char* text : {"", "backward", "random", "random:", "random:x", "random:-1"})
        EXPECT_FALSE(set_schedule(text)) << text;
    EXPECT_EQ(schedule_text(), "random:12");
}

/// Right in the forward order, wrong in others: each block uses what the one before it has written.
__global__ void chain_of_blocks(int* values) {
    if (threadIdx.x == 0) values[blockIdx.x + 1] = values[blockIdx.x] + 1;
}
constexpr int line_of_chain = __LINE__ - 2;

TEST_F(Schedules, ResultsThatDependOnTheOrderShow) {
    const auto last_of = [](const char* schedule) {
        EXPECT_TRUE(set_schedule(schedule));
        const DeviceArray<int> values(9);
        const std::string text = reports_of([&] { chain_of_blocks<<<8, 32>>>(values.get()); });
        EXPECT_CONTAINS(text, at_line(__FILE__, line_of_chain) + "racecheck: ");
        return values.values()[8];
    };
    EXPECT_EQ(last_of("forward"), 8);
    EXPECT_EQ(last_of("reverse"), 1);
}

__global__ void reduce(const int* in, int* out) {
    __shared__ int values[96];
    const unsigned i = threadIdx.x;
    values[i] = in[blockIdx.x * 96 + i];
    __syncthreads();
    if (i < 32) values[i] += values[i + 32] + values[i + 64];
    __syncthreads();
    if (i < 32) {
        int sum = values[i];
        for (int offset = 16; offset > 0; offset /= 2)
            sum += __shfl_down_sync(0xFFFFFFFFU, sum, offset);
        if (i == 0) out[blockIdx.x] = sum;
    }
}

TEST_F(Schedules, ACorrectKernelIsSilentInAllOfThem) {
    std::vector<int> ones(5 * 96, 1);
    const DeviceArray<int> in(ones);
    for (const char* schedule : {"forward", "reverse", "random:1", "random:2", "random:3"}) {
        ASSERT_TRUE(set_schedule(schedule));
        const DeviceArray<int> out(5);
        EXPECT_SILENT(reports_of([&] { reduce<<<5, 96>>>(in.get(), out.get()); })) << schedule;
        EXPECT_EQ(out.values(), std::vector<int>(5, 96)) << schedule;
    }
}

TEST_F(Schedules, AFewBlocksOfAGridRun) {
    using workshop::emulator::BlocksThatRun;
    using workshop::emulator::choose_blocks;
    const auto blocks_of = [](const char* schedule) {
        std::vector<int> blocks;
        for (const int thread : order_of(schedule))
            blocks.push_back(thread / 48);
        std::sort(blocks.begin(), blocks.end());
        return std::vector<int>{blocks[0], blocks[95], blocks[96], blocks[144]};
    };
    for (const char* schedule : {"forward", "reverse", "random:1"}) {
        choose_blocks(BlocksThatRun::last, 2);  // what is not written is 0
        EXPECT_EQ(blocks_of(schedule), (std::vector<int>{0, 0, 2, 3})) << schedule;
        choose_blocks(BlocksThatRun::first, 1);
        EXPECT_EQ(blocks_of(schedule), (std::vector<int>{0, 0, 0, 0})) << schedule;
        choose_blocks(BlocksThatRun::first, 9);  // more than there are
        EXPECT_EQ(blocks_of(schedule), (std::vector<int>{0, 1, 2, 3})) << schedule;
        choose_blocks(BlocksThatRun::all);
        EXPECT_EQ(blocks_of(schedule), (std::vector<int>{0, 1, 2, 3})) << schedule;
    }
}

}  // namespace
