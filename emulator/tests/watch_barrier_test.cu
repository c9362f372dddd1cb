// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// synccheck: a barrier in a helper is another barrier for each call of the helper.

#include "watch_test.hpp"

namespace {

class HelperBarriers : public WatchTest {};

__device__ __noinline__ void wait_for_all() {
    __syncthreads();
}
constexpr int line_of_barrier = __LINE__ - 2;

__device__ inline int block_sum(int value, int* shared) {
    shared[threadIdx.x] = value;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) shared[threadIdx.x] += shared[threadIdx.x + half];
        __syncthreads();
    }
    const int sum = shared[0];
    __syncthreads();
    return sum;
}

template <int sign>
__device__ int signed_sum(int value, int* shared) {
    return sign * block_sum(value, shared);
}

__global__ void helper_in_both_branches(int* out) {
    if (threadIdx.x < 32) {
        wait_for_all();
    } else {
        wait_for_all();
        out[threadIdx.x] = 1;
    }
}
constexpr int first_call = __LINE__ - 6;
constexpr int second_call = __LINE__ - 5;

TEST_F(HelperBarriers, TwoCallsInTwoBranches) {
    const DeviceArray<int> out(64);
    cudaError_t error = cudaSuccess;
    const std::string text =
        reports_of([&] { helper_in_both_branches<<<1, 64>>>(out.get()); }, &error);
    EXPECT_CONTAINS(text, at_line(__FILE__, line_of_barrier) +
                              "synccheck: the threads of a block wait at different barriers");
    EXPECT_CONTAINS(text, "the line is the same, but not the call that led to it");
    EXPECT_CONTAINS(text, "watch_barrier_test.cu:" + std::to_string(first_call));
    EXPECT_CONTAINS(text, "watch_barrier_test.cu:" + std::to_string(second_call));
    EXPECT_EQ(error, cudaErrorLaunchFailure);
}

__global__ void inlined_helper_in_both_branches(int* out) {
    __shared__ int shared[64];
    int sum;
    if (threadIdx.x % 2 == 0) {
        sum = block_sum(1, shared);
    } else {
        sum = block_sum(2, shared);
    }
    out[threadIdx.x] = sum;
}
__global__ void two_instances_in_two_branches(int* out) {
    __shared__ int shared[64];
    out[threadIdx.x] = threadIdx.x < 32 ? signed_sum<1>(1, shared) : signed_sum<-1>(1, shared);
}
__global__ void rounds_then_half(int* out) {
    for (unsigned i = 0; i < 1 + threadIdx.x / 32; ++i) {
        out[threadIdx.x] = 1;
        wait_for_all();
    }
    if (threadIdx.x < 32) wait_for_all();
}

TEST_F(HelperBarriers, InlinedInstancesAndLoops) {
    for (auto* kernel :
         {inlined_helper_in_both_branches, two_instances_in_two_branches, rounds_then_half}) {
        const DeviceArray<int> out(64);
        cudaError_t error = cudaSuccess;
        const std::string text = reports_of([&] { kernel<<<1, 64>>>(out.get()); }, &error);
        EXPECT_CONTAINS(text, "synccheck: the threads of a block wait at different barriers");
        EXPECT_EQ(error, cudaErrorLaunchFailure);
        cudaDeviceReset();
    }
}

// clang-format off
__global__ void two_barriers_on_one_line(int* out) {
    for (unsigned i = threadIdx.x; i < 100; i += 64) { out[threadIdx.x] = 1; __syncthreads(); } __syncthreads();
    out[threadIdx.x] = 2;
}
// clang-format on

TEST_F(HelperBarriers, TwoOnOneLine) {
    const DeviceArray<int> out(64);
    cudaError_t error = cudaSuccess;
    const std::string text =
        reports_of([&] { two_barriers_on_one_line<<<1, 64>>>(out.get()); }, &error);
    EXPECT_CONTAINS(text, "synccheck: the threads of a block wait at different barriers");
    EXPECT_CONTAINS(text, "holds more than one barrier");
    EXPECT_EQ(text.find("at the end of the kernel"), std::string::npos) << text;
    EXPECT_EQ(error, cudaErrorLaunchFailure);
}

__device__ int countdown(int rounds, int* shared) {
    return rounds == 0 ? 0 : block_sum(1, shared) + countdown(rounds - 1, shared);
}

// All threads make the same calls, whatever they do in between.
__global__ void right_calls(int* out, int rounds) {
    __shared__ int shared[64];
    int sum = 0;
    if (threadIdx.x % 2 == 0) sum += 1;
    wait_for_all();
    for (int i = 0; i < rounds; ++i) {
        if (threadIdx.x % 3 == 0) sum += 1;
        sum += block_sum(1, shared);
        if (i % 2 == 0) {
            sum += signed_sum<-1>(1, shared);
        } else {
            sum += signed_sum<1>(1, shared);
        }
        const bool small = threadIdx.x < 7;
        if (small) out[threadIdx.x] = sum;
        wait_for_all();
        if (!small) out[threadIdx.x] = sum;
    }
    if (rounds > 2) sum += countdown(rounds, shared);
    const auto both = [&](int value) { return block_sum(value, shared) + block_sum(1, shared); };
    sum += both(2);
    sum += both(3);
    out[threadIdx.x] = sum;
}

TEST_F(HelperBarriers, CallsThatAllThreadsMakeAreSilent) {
    const DeviceArray<int> out(64);
    for (int rounds = 0; rounds < 6; ++rounds)
        EXPECT_SILENT(reports_of([&] { right_calls<<<1, 64>>>(out.get(), rounds); }));
}

__global__ void return_early(int* out) {
    if (threadIdx.x >= 40) return;
    wait_for_all();
    out[threadIdx.x] = 1;
}

// Here barriers are told apart by their calls, so that it is known.
TEST_F(HelperBarriers, ThreadsThatLeftWaitAtNoOtherBarrier) {
    const DeviceArray<int> out(64);
    const std::string text = reports_of([&] { return_early<<<1, 64>>>(out.get()); });
    EXPECT_CONTAINS(text, "warning: synccheck: 24 of the block's 64 threads have finished");
    EXPECT_CONTAINS(text, "none of them waits at another barrier: they are at the end");
    EXPECT_EQ(text.find("count as one"), std::string::npos) << text;
}

}  // namespace
