// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <thread>

#include "device_test.hpp"

namespace {

class Barriers : public DeviceTest {};

__global__ void tree_sum(const int* in, int* out) {
    __shared__ int partial[1024];
    partial[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (unsigned width = blockDim.x / 2; width > 0; width /= 2) {
        if (threadIdx.x < width) partial[threadIdx.x] += partial[threadIdx.x + width];
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = partial[0];
}

TEST_F(Barriers, ATreeOf1024ThreadsAddsUp) {
    DeviceArray<int> in(std::vector<int>(1024, 3));
    DeviceArray<int> out(1);
    const std::string messages = messages_of([&] { tree_sum<<<1, 1024>>>(in.get(), out.get()); });
    EXPECT_EQ(out.values()[0], 3072);
    EXPECT_EQ(messages, "");
}

__global__ void count_and_or(int* out) {
    const int thread = static_cast<int>(threadIdx.x);
    out[thread] = __syncthreads_count(thread % 3 == 0) * 100 +
                  (__syncthreads_and(thread < 7) != 0) * 10 + (__syncthreads_or(thread == 6) != 0);
    const bool nobody = __syncthreads_or(thread == 99) == 0;
    const bool not_all = __syncthreads_and(thread < 6) == 0;
    if (!nobody || !not_all) out[thread] = -1;
}

TEST_F(Barriers, CountAndOr) {
    DeviceArray<int> out(7);
    count_and_or<<<1, 7>>>(out.get());
    EXPECT_EQ(out.values(), std::vector<int>(7, 311));  // threads 0, 3, 6; all; one
}

__global__ void two_barriers(int* out) {
    if (threadIdx.x < 5) {
        __syncthreads();
    } else {
        __syncthreads();
    }
    *out = 1;
}
constexpr int first_barrier = __LINE__ - 6;
constexpr int second_barrier = __LINE__ - 5;

TEST_F(Barriers, DifferentBarriersInOneBlockAreReported) {
    DeviceArray<int> out(1);
    const std::string messages = messages_of([&] { two_barriers<<<2, 8>>>(out.get()); });
    EXPECT_CONTAINS(messages, at_line(__FILE__, second_barrier) +
                                  "synccheck: the threads of a block wait at different barriers");
    EXPECT_CONTAINS(messages, "__syncthreads at " + std::string(__FILE__) + ":" +
                                  std::to_string(first_barrier));
    EXPECT_CONTAINS(messages, "two_barriers, block (0,0,0), thread (5,0,0)");
    EXPECT_CONTAINS(messages, "threads 0-4 of the block");
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
}

__global__ void return_early(int* out, int limit) {
    if (threadIdx.x >= static_cast<unsigned>(limit)) return;
    __syncthreads();
    atomicAdd(out, 1);
    __syncthreads();
}
constexpr int barrier_after_return = __LINE__ - 4;

TEST_F(Barriers, FinishedThreadsCountAsArrivedAndAreWarnedOfOnce) {
    DeviceArray<int> out(1);
    const std::string messages = messages_of([&] { return_early<<<3, 64>>>(out.get(), 40); });
    EXPECT_EQ(out.values()[0], 120);
    const std::string warning = at_line(__FILE__, barrier_after_return, "warning") +
                                "synccheck: 24 of the block's 64 threads have finished";
    EXPECT_CONTAINS(messages, warning);
    // The kernel is not watched: nothing is said about other barriers.
    EXPECT_CONTAINS(messages, "those on one line, or in one helper, count as one");
    EXPECT_EQ(messages.find("none of them waits at another barrier"), std::string::npos);
    EXPECT_CONTAINS(messages, "return before the barrier, or take a branch without it");
    EXPECT_EQ(messages.find("warning"), messages.rfind("warning"));
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TEST_F(Barriers, OneFinishedThreadIsOne) {
    DeviceArray<int> out(1);
    EXPECT_CONTAINS(messages_of([&] { return_early<<<1, 2>>>(out.get(), 1); }),
                    "1 of the block's 2 threads has finished without reaching");
}

__global__ void uneven_loop(int* out) {
    for (unsigned i = 0; i < threadIdx.x % 2 + 1; ++i) {
        __syncthreads();
        out[threadIdx.x] += 1;
    }
    __syncthreads();
}

TEST_F(Barriers, ABarrierInALoopOfUnevenLengthIsReported) {
    DeviceArray<int> out(4);
    const std::string messages = messages_of([&] { uneven_loop<<<1, 4>>>(out.get()); });
    EXPECT_CONTAINS(messages, "different barriers");
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
}

__global__ void wait_for_flag(volatile int* flag, int* out, int how) {
    if (threadIdx.x == 0) {
        while (*flag == 0) {
            if (how == 0) __nanosleep(10);
            if (how == 1) __threadfence_block();
            if (how == 2) __threadfence();
            if (how == 3) __threadfence_system();
        }
        *out = 5;
    } else {
        *flag = 1;
    }
}
__global__ void take_turns(int* lock, int* out) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    const int old = *out;
    __threadfence();
    *out = old + 1;
    atomicExch(lock, 0);
}

TEST_F(Barriers, ThreadsThatWaitForOthersLetThemRun) {
    for (int how = 0; how < 4; ++how) {
        DeviceArray<int> flag(1);
        DeviceArray<int> out(1);
        wait_for_flag<<<1, 2>>>(flag.get(), out.get(), how);
        EXPECT_EQ(out.values()[0], 5) << how;
        cudaDeviceReset();
    }
    DeviceArray<int> lock(1);
    DeviceArray<int> sum(1);
    take_turns<<<4, 100>>>(lock.get(), sum.get());
    EXPECT_EQ(sum.values()[0], 400);
}

__global__ void rotate_blocks(int* data, int* copy) {
    __shared__ int mine;
    if (threadIdx.x == 0) mine = data[blockIdx.x];
    emulator_grid_sync();
    if (threadIdx.x == 0) copy[(blockIdx.x + 1) % gridDim.x] = mine;
    emulator_grid_sync();
    if (threadIdx.x == 1) data[blockIdx.x] = copy[blockIdx.x];
}

TEST_F(Barriers, TheGridSynchronisesAndSharedMemoryStaysWithItsBlock) {
    DeviceArray<int> data(std::vector<int>{10, 20, 30, 40});
    DeviceArray<int> copy(4);
    int* pointers[2] = {data.get(), copy.get()};
    void* arguments[] = {&pointers[0], &pointers[1]};
    EXPECT_EQ(cudaLaunchCooperativeKernel((void*)rotate_blocks, dim3(4), dim3(40), arguments),
              cudaSuccess);
    EXPECT_EQ(data.values(), (std::vector<int>{40, 10, 20, 30}));
}

TEST_F(Barriers, HostThreadsMayLaunchAtTheSameTime) {
    const auto launch_often = [](int* right) {
        DeviceArray<int> in(std::vector<int>(256, 1));
        DeviceArray<int> out(1);
        for (int i = 0; i < 100; ++i) {
            tree_sum<<<1, 256>>>(in.get(), out.get());
            *right += out.values()[0] == 256;
        }
    };
    int right[2] = {0, 0};
    std::thread other(launch_often, &right[0]);
    launch_often(&right[1]);
    other.join();
    EXPECT_EQ(right[0], 100);
    EXPECT_EQ(right[1], 100);
}

__global__ void some_blocks_leave() {
    if (blockIdx.x == 1) return;
    emulator_grid_sync();
}

TEST_F(Barriers, AGridThatWaitsForAFinishedBlockIsReported) {
    std::string messages = messages_of(
        [&] { cudaLaunchCooperativeKernel(some_blocks_leave, dim3(3), dim3(2), nullptr); });
    EXPECT_CONTAINS(messages, "synccheck: the grid waits for a block that has finished");
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    cudaDeviceReset();
    messages = messages_of([&] { some_blocks_leave<<<3, 2>>>(); });
    EXPECT_CONTAINS(messages, "was not launched cooperatively");
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
}

}  // namespace
