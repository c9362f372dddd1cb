// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <signal.h>

#include <thread>
#include <vector>

#include "device_test.hpp"

namespace {

class Stacks : public DeviceTest {
  protected:
    DeviceArray<int> out_{64};

    template <class Function>
    void expect_overflow(const Function& launch) {
        const std::string messages = messages_of(launch);
        EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
        EXPECT_CONTAINS(messages, "a thread's stack overflowed");
        EXPECT_CONTAINS(messages, std::string(__FILE__) + ":");
    }
};

__device__ int deep(int depth) {
    volatile int local[64];
    local[0] = depth;
    return depth < 0 ? 0 : deep(depth + 1) + local[0];
}
__global__ void recurse(int* out) {
    *out = deep(0);
}

TEST_F(Stacks, RecursionWithoutAnEndIsReported) {
    expect_overflow([&] { recurse<<<1, 2>>>(out_.get()); });
}

// 800 KB, more than a thread has: the array reaches far beyond the guarded pages.
constexpr int too_many = 200000;

__global__ void fill_large_array(int* out) {
    volatile float values[too_many];
    for (int i = 0; i < too_many; ++i)
        values[i] = static_cast<float>(i);
    __syncthreads();
    out[threadIdx.x] = static_cast<int>(values[too_many - 1]);
}
// The place is a parameter, or a compiler would make an array of one element of it.
__global__ void touch_one_place(int* out, int place) {
    volatile float values[too_many];
    values[place] = 1;
    __syncthreads();
    out[threadIdx.x] = static_cast<int>(values[place]);
}

TEST_F(Stacks, AnArrayThatIsTooLargeIsReported) {
    expect_overflow([&] { fill_large_array<<<1, 8>>>(out_.get()); });
}

TEST_F(Stacks, AnArrayThatIsTooLargeIsReportedWhereverItIsUsed) {
    for (const int place : {0, too_many / 2, too_many - 1}) {
        expect_overflow([&] { touch_one_place<<<1, 8>>>(out_.get(), place); });
        cudaDeviceReset();
    }
}

__global__ void large_local_array(int* out) {
    int values[60000];  // 240 KB, as a GPU allows
    for (int i = 0; i < 60000; ++i)
        values[i] = i + static_cast<int>(threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = values[59999 - out[threadIdx.x]];
}

TEST_F(Stacks, LargeLocalArraysFit) {
    large_local_array<<<1, 8>>>(out_.get());
    EXPECT_EQ(out_.values()[7], 60006);
}

__global__ void mark(int* out) {
    __syncthreads();
    out[threadIdx.x] = 1;
}

TEST_F(Stacks, TheProgramsOwnStackForSignalsIsKept) {
    std::vector<char> memory(256 * 1024);
    stack_t own{};
    own.ss_sp = memory.data();
    own.ss_size = memory.size();
    stack_t before{};
    ASSERT_EQ(sigaltstack(&own, &before), 0);
    mark<<<1, 64>>>(out_.get());
    stack_t after{};
    sigaltstack(&before, &after);
    EXPECT_EQ(after.ss_sp, own.ss_sp);
    EXPECT_EQ(after.ss_size, own.ss_size);
}

TEST_F(Stacks, AfterAFaultAHostThreadHasNoStackForSignalsLeft) {
    stack_t after{};
    std::thread other([&] {
        messages_of([] { mark<<<1, 64>>>(nullptr); });
        sigaltstack(nullptr, &after);
    });
    other.join();
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    EXPECT_EQ(after.ss_flags, SS_DISABLE);
}

}  // namespace
