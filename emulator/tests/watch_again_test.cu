// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// A read that was right once is not looked at closely again (src/watch/first_look.hpp). Here it is
// wrong the second time.

#include "watch_test.hpp"

namespace {

class ReadAgain : public WatchTest {};

// A function, or the compiler sees the fault.
__device__ __noinline__ void give_back(float* scratch) {
    delete[] scratch;
}

__global__ void read_after_delete(float* out) {
    auto* scratch = new float[8];
    for (int i = 0; i < 8; ++i)
        scratch[i] = static_cast<float>(i);
    float sum = 0;
    for (int round = 0; round < 2; ++round) {
        volatile int place = 3;  // keeps the compiler from reading once
        sum += scratch[place];
        if (round == 0) give_back(scratch);
    }
    *out = sum;
}
constexpr int line_after_delete = __LINE__ - 5;

TEST_F(ReadAgain, MemoryThatTheKernelFreed) {
    DeviceArray<float> out(1);
    const std::string text = reports_of([&] { read_after_delete<<<1, 1>>>(out.get()); });
    EXPECT_REPORT(text, line_after_delete,
                  "memcheck: Invalid __global__ read of size 4 bytes: the memory was freed");
    EXPECT_EQ(count_of(text, "error:"), 1) << text;
}

__global__ void read_unset(const float* in, float* out) {
    float sum = 0;
    for (int round = 0; round < 4; ++round) {
        volatile int place = 0;
        sum += in[place];
    }
    *out = sum;
}
constexpr int line_unset = __LINE__ - 4;

TEST_F(ReadAgain, EveryReadOfUnsetMemoryIsCounted) {
    float* in = nullptr;
    cudaMalloc(&in, sizeof(float));
    DeviceArray<float> out(1);
    const std::string text = reports_of([&] { read_unset<<<1, 1>>>(in, out.get()); });
    cudaFree(in);
    EXPECT_REPORT(text, line_unset,
                  "initcheck: Uninitialized __global__ memory read of size 4 bytes");
    EXPECT_CONTAINS(text, "4 times in this launch");
}

__global__ void read_wide(const float* in, float* out) {
    float sum = 0;
    for (int i = 0; i < 8; ++i)
        sum += in[i];
    for (int i = 0; i < 2; ++i) {
        const auto* wide = reinterpret_cast<const double*>(in + i);
        sum += static_cast<float>(*wide);
    }
    *out = sum;
}
constexpr int line_wide = __LINE__ - 4;

TEST_F(ReadAgain, WordsThatAreKnownAreStillMisaligned) {
    DeviceArray<float> in(8);
    cudaMemset(in.get(), 0, 8 * sizeof(float));
    DeviceArray<float> out(1);
    const std::string text = reports_of([&] { read_wide<<<1, 1>>>(in.get(), out.get()); });
    EXPECT_REPORT(
        text, line_wide,
        "memcheck: Invalid __global__ read of size 8 bytes: the address is not a multiple of 8");
}

/// Thread 0 reads, then thread 32 writes, and thread 0 reads again: nothing orders them.
__global__ void read_around_a_write(float* cell, int* turn, float* out) {
    if (threadIdx.x == 0) {
        volatile int place = 0;
        float sum = cell[place];
        atomicExch(turn, 1);
        while (atomicAdd(turn, 0) != 2) {
        }
        sum += cell[place];
        *out = sum;
    } else if (threadIdx.x == 32) {
        while (atomicAdd(turn, 0) != 1) {
        }
        *cell = 2;
        atomicExch(turn, 2);
    }
}
constexpr int line_of_racing_write = __LINE__ - 4;

TEST_F(ReadAgain, AWriteBetweenTwoReadsIsARace) {
    DeviceArray<float> cell(1);
    cudaMemset(cell.get(), 0, sizeof(float));
    DeviceArray<int> turn(1);
    cudaMemset(turn.get(), 0, sizeof(int));
    DeviceArray<float> out(1);
    const std::string text =
        reports_of([&] { read_around_a_write<<<1, 64>>>(cell.get(), turn.get(), out.get()); });
    EXPECT_REPORT(text, line_of_racing_write, "racecheck: Race reported between write access here");
    EXPECT_EQ(out.values()[0], 2.0F);
}

}  // namespace
