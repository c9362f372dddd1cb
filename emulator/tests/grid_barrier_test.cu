// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Barriers of the grid that a program makes itself: the blocks of a cooperative launch are on the
// device at once, so one may wait for another.

#include <emulator/watch.h>

#include "device_test.hpp"

namespace {

class GridBarriers : public DeviceTest {
  protected:
    GridBarriers() : schedule_(workshop::emulator::schedule_text()) {}
    ~GridBarriers() override { workshop::emulator::set_schedule(schedule_); }

  private:
    std::string schedule_;
};

constexpr int threads = 64;

/// @param[in] sleep between two looks at the counter
__device__ void wait_for_all_blocks(unsigned* arrived, bool sleep) {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        const unsigned round = atomicAdd(arrived, 1U) / gridDim.x + 1;
        while (atomicAdd(arrived, 0U) < round * gridDim.x) {
            if (sleep) __nanosleep(20);
        }
        __threadfence();
    }
    __syncthreads();
}

/// Shifts values by a block in every round; a shared array keeps what belongs to the block.
__global__ void rotate(int rounds, int* from, int* to, unsigned* arrived, bool sleep) {
    __shared__ int own[threads];
    extern __shared__ int more[];
    const unsigned i = threadIdx.x;
    const int count = static_cast<int>(gridDim.x * blockDim.x);
    const int place = static_cast<int>(blockIdx.x * blockDim.x + i);
    own[i] = place;
    more[i] = -place;
    for (int round = 0; round < rounds; ++round) {
        to[place] = from[(place + threads) % count] + own[i] + more[i];
        wait_for_all_blocks(arrived, sleep);
        int* const swapped = from;
        from = to;
        to = swapped;
    }
}

void expect_rotated(const char* schedule, int blocks, bool sleep) {
    ASSERT_TRUE(workshop::emulator::set_schedule(schedule));
    std::vector<int> values(static_cast<std::size_t>(blocks * threads));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<int>(i * i % 101);
    const DeviceArray<int> from(values);
    const DeviceArray<int> to(values.size());
    const DeviceArray<unsigned> arrived(1);
    int rounds = 3;
    int* from_pointer = from.get();
    int* to_pointer = to.get();
    unsigned* arrived_pointer = arrived.get();
    void* arguments[] = {&rounds, &from_pointer, &to_pointer, &arrived_pointer, &sleep};
    ASSERT_EQ(cudaLaunchCooperativeKernel(rotate, dim3(static_cast<unsigned>(blocks)),
                                          dim3(threads), arguments, threads * sizeof(int)),
              cudaSuccess);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    std::vector<int> expected(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        expected[i] = values[(i + 3 * threads) % values.size()];
    EXPECT_EQ(to.values(), expected) << schedule;
}

TEST_F(GridBarriers, OneThreadOfEachBlockSpins) {
    for (const char* schedule : {"forward", "reverse", "random:1", "random:2"}) {
        expect_rotated(schedule, 5, false);
        expect_rotated(schedule, 5, true);
    }
}

TEST_F(GridBarriers, OneBlockWaitsForNobody) {
    expect_rotated("forward", 1, false);
}

__global__ void all_spin(unsigned* arrived, int* out) {
    atomicAdd(arrived, 1U);
    while (atomicAdd(arrived, 0U) < gridDim.x * blockDim.x) {
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

TEST_F(GridBarriers, AllThreadsSpin) {
    const DeviceArray<unsigned> arrived(1);
    const DeviceArray<int> out(4 * 40);
    unsigned* arrived_pointer = arrived.get();
    int* out_pointer = out.get();
    void* arguments[] = {&arrived_pointer, &out_pointer};
    ASSERT_EQ(cudaLaunchCooperativeKernel(all_spin, dim3(4), dim3(40), arguments), cudaSuccess);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(out.values(), std::vector<int>(4 * 40, 1));
}

/// Without a cooperative launch nothing says that all blocks are there, and here they are not.
TEST_F(GridBarriers, AnOrdinaryLaunchMeetsTheTimeLimit) {
    const DeviceArray<unsigned> arrived(1);
    const DeviceArray<int> out(4 * 40);
    setenv("WORKSHOP_KERNEL_SECONDS", "0.2", 1);
    const std::string messages = messages_of([&] {
        all_spin<<<4, 40>>>(arrived.get(), out.get());
        EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchTimeout);
    });
    unsetenv("WORKSHOP_KERNEL_SECONDS");
    EXPECT_CONTAINS(messages, "waits for another thread's write");
}

}  // namespace
