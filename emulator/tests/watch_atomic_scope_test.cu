// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// racecheck: atomics that are atomic inside their block only (atomicAdd_block and its kin).

#include "watch_test.hpp"

namespace {

class AtomicScope : public WatchTest {};

__global__ void count_in_block(int* counter) {
    atomicAdd_block(counter, 1);
}
constexpr int line_of_count_in_block = __LINE__ - 2;

TEST_F(AtomicScope, OneElementOfSeveralBlocks) {
    const DeviceArray<int> counter(1);
    const std::string text = reports_of([&] { count_in_block<<<4, 32>>>(counter.get()); });
    EXPECT_REPORT(text, line_of_count_in_block,
                  "racecheck: Race reported between atomic access here and atomic access at ");
    EXPECT_CONTAINS(text, "of block (0,0,0) made the other access");
    EXPECT_CONTAINS(text, "both use counter.get()[0], ");
    EXPECT_CONTAINS(text,
                    "likely cause: atomicAdd_block() is atomic only within its block, and two "
                    "blocks use this element");
    EXPECT_CONTAINS(text, "next: use atomicAdd(), or give each block an element of its own");
    EXPECT_EQ(count_of(text, "error:"), 1) << text;
}

TEST_F(AtomicScope, OneBlockIsFine) {
    const DeviceArray<int> counter(1);
    EXPECT_SILENT(reports_of([&] { count_in_block<<<1, 256>>>(counter.get()); }));
    EXPECT_EQ(counter.values()[0], 256);
    // A launch waits for the one before.
    EXPECT_SILENT(reports_of([&] {
        count_in_block<<<1, 64>>>(counter.get());
        count_in_block<<<1, 64>>>(counter.get());
    }));
}

/// Each block its own elements, in global and in shared memory, before and after barriers.
__global__ void count_apart(int* counters) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd_block(&counters[blockIdx.x], 1);
    atomicAdd_block(&sum, 1);
    __syncthreads();
    atomicAdd_block(&counters[blockIdx.x], 1);
    if (threadIdx.x == 0) counters[gridDim.x + blockIdx.x] = sum;
}

TEST_F(AtomicScope, AnElementForEachBlockIsFine) {
    const DeviceArray<int> counters(6);
    EXPECT_SILENT(reports_of([&] { count_apart<<<3, 64>>>(counters.get()); }));
    EXPECT_EQ(counters.values(), (std::vector<int>{128, 128, 128, 64, 64, 64}));
}

/// The other functions, by number.
__global__ void each_function(int which, int* number, unsigned* bits, float* real) {
    if (which == 0) atomicSub_block(number, 1);
    if (which == 1) atomicExch_block(real, 2.0F);
    if (which == 2) atomicMin_block(number, -1);
    if (which == 3) atomicMax_block(bits, 2U);
    if (which == 4) atomicInc_block(bits, 9U);
    if (which == 5) atomicDec_block(bits, 9U);
    if (which == 6) atomicAnd_block(bits, 2U);
    if (which == 7) atomicOr_block(bits, 2U);
    if (which == 8) atomicXor_block(number, 2);
    if (which == 9) atomicCAS_block(number, 0, 2);
    if (which == 10) atomicAdd_block(real, 2.0F);
}
constexpr int line_of_each_function = __LINE__ - 12;

TEST_F(AtomicScope, EachFunction) {
    const char* names[] = {"Sub", "Exch", "Min", "Max", "Inc", "Dec",
                           "And", "Or",   "Xor", "CAS", "Add"};
    for (int which = 0; which < 11; ++which) {
        const DeviceArray<int> number(1);
        const DeviceArray<unsigned> bits(1);
        const DeviceArray<float> real(1);
        const auto launch = [&](unsigned blocks) {
            return reports_of(
                [&] { each_function<<<blocks, 1>>>(which, number.get(), bits.get(), real.get()); });
        };
        const std::string text = launch(2);
        EXPECT_REPORT(text, line_of_each_function + which, "racecheck: Race reported between ");
        const std::string name = std::string("atomic") + names[which];
        EXPECT_CONTAINS(text, name + "_block() is atomic only within its block");
        EXPECT_CONTAINS(text, "use " + name + "(), or ");
        EXPECT_SILENT(launch(1));
    }
}

__global__ void one_side(bool first, int* counter) {
    if ((blockIdx.x == 0) == first) {
        atomicAdd_block(counter, 1);
    } else {
        atomicAdd(counter, 1);
    }
}
constexpr int line_of_one_side = __LINE__ - 5;

/// It is enough that one of the two is atomic inside its block only.
TEST_F(AtomicScope, OneSideOnly) {
    const DeviceArray<int> counter(1);
    const std::string first = reports_of([&] { one_side<<<2, 1>>>(true, counter.get()); });
    EXPECT_REPORT(first, line_of_one_side + 2, "racecheck: Race reported between atomic access");
    EXPECT_CONTAINS(first, std::to_string(line_of_one_side) + " | ");
    EXPECT_CONTAINS(first, "atomicAdd_block() is atomic only within its block");
    const std::string second = reports_of([&] { one_side<<<2, 1>>>(false, counter.get()); });
    EXPECT_REPORT(second, line_of_one_side, "racecheck: Race reported between atomic access");
    EXPECT_CONTAINS(second, "use atomicAdd(), or ");
}

__global__ void behind_a_wider_one(int* counter) {
    if (blockIdx.x == 0 && threadIdx.x == 1) atomicAdd_block(counter, 1);
    if (blockIdx.x == 1 || threadIdx.x == 0) atomicAdd(counter, 1);
}
constexpr int line_of_behind = __LINE__ - 3;

/// What the block did with the wide one before does not hide it.
TEST_F(AtomicScope, BehindAWiderOneOfItsBlock) {
    const DeviceArray<int> counter(1);
    const std::string text = reports_of([&] { behind_a_wider_one<<<2, 2>>>(counter.get()); });
    EXPECT_REPORT(text, line_of_behind + 1, "racecheck: Race reported between atomic access");
    EXPECT_CONTAINS(text, std::to_string(line_of_behind) + " | ");
}

__global__ void volatile_beside(volatile int* flag) {
    if (blockIdx.x == 0) atomicExch_block(const_cast<int*>(flag), 1);
    if (blockIdx.x == 1) *flag = 2;
}
constexpr int line_of_volatile = __LINE__ - 2;

TEST_F(AtomicScope, VolatileStoreOfAnotherBlock) {
    const DeviceArray<int> flag(1);
    const std::string text = reports_of([&] { volatile_beside<<<2, 1>>>(flag.get()); });
    EXPECT_REPORT(text, line_of_volatile, "racecheck: Race reported between write access here");
    EXPECT_CONTAINS(text, "atomicExch_block() is atomic only within its block");
}

__global__ void count_for_the_system(int* counter) {
    atomicAdd_system(counter, 1);
    atomicAdd(counter, 1);
}

TEST_F(AtomicScope, SystemIsWiderThanNeeded) {
    const DeviceArray<int> counter(1);
    EXPECT_SILENT(reports_of([&] { count_for_the_system<<<4, 32>>>(counter.get()); }));
    EXPECT_EQ(counter.values()[0], 256);
}

/// The last block adds up what the others counted inside themselves.
__global__ void last_adds_up(int* counters, int* ticket, int* sum) {
    atomicAdd_block(&counters[blockIdx.x], 1);
    __syncthreads();
    __shared__ bool last;
    if (threadIdx.x == 0) {
        __threadfence();
        last = atomicAdd(ticket, 1) == static_cast<int>(gridDim.x) - 1;
    }
    __syncthreads();
    if (!last) return;
    if (threadIdx.x < gridDim.x) atomicAdd_block(sum, atomicAdd_block(&counters[threadIdx.x], 0));
}

TEST_F(AtomicScope, HandedOnByAFenceAndATicket) {
    const DeviceArray<int> counters(3);
    const DeviceArray<int> ticket(1);
    const DeviceArray<int> sum(1);
    EXPECT_SILENT(
        reports_of([&] { last_adds_up<<<3, 32>>>(counters.get(), ticket.get(), sum.get()); }));
    EXPECT_EQ(sum.values()[0], 96);
}

/// A flag that is atomic inside its block only hands nothing on to another block.
__global__ void hand_on(bool in_block, bool then_wide, int* flag, int* data, int* out) {
    if (blockIdx.x == 0) {
        *data = 5;
        __threadfence();
        if (in_block) atomicExch_block(flag, 1);
        if (then_wide) atomicExch(flag, 1);
    } else if (atomicAdd(flag, 0) == 1) {
        __threadfence();
        *out = *data;
    }
}
constexpr int line_of_hand_on = __LINE__ - 3;

TEST_F(AtomicScope, AFlagForItsBlockHandsNothingOn) {
    const auto launch = [](bool in_block, bool then_wide) {
        const DeviceArray<int> flag(1);
        const DeviceArray<int> data(1);
        const DeviceArray<int> out(1);
        return reports_of(
            [&] { hand_on<<<2, 1>>>(in_block, then_wide, flag.get(), data.get(), out.get()); });
    };
    EXPECT_SILENT(launch(false, true));
    EXPECT_SILENT(launch(true, true));
    const std::string text = launch(true, false);
    EXPECT_REPORT(text, line_of_hand_on, "racecheck: Race reported between read access here");
}

}  // namespace
