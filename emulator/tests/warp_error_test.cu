// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "device_test.hpp"

namespace {

constexpr unsigned full = 0xFFFFFFFFU;
constexpr int undefined_integer = 0x7FFD7FFD;  // from a lane that takes no part

class WarpErrors : public DeviceTest {
  protected:
    DeviceArray<int> out_{64};

    template <class Function>
    std::string failure_of(const Function& function) {
        const std::string messages = messages_of(function);
        EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
        return messages;
    }
};

__global__ void not_in_mask(int* out) {
    out[threadIdx.x] = __shfl_sync(0xFF, 1, 0);
}
constexpr int not_in_mask_line = __LINE__ - 2;

TEST_F(WarpErrors, ALaneOutsideItsOwnMask) {
    const std::string messages = failure_of([&] { not_in_mask<<<1, 32>>>(out_.get()); });
    EXPECT_CONTAINS(messages, at_line(__FILE__, not_in_mask_line) +
                                  "synccheck: lane 8 calls __shfl_sync with the mask 0x000000ff");
}

__global__ void never_arrives(int* out) {
    if (threadIdx.x < 16) out[threadIdx.x] = __shfl_down_sync(full, 1, 1);
    __syncthreads();
}
constexpr int never_arrives_line = __LINE__ - 3;

TEST_F(WarpErrors, ANamedLaneThatNeverArrives) {
    const std::string messages = failure_of([&] { never_arrives<<<1, 32>>>(out_.get()); });
    EXPECT_CONTAINS(messages, at_line(__FILE__, never_arrives_line) +
                                  "synccheck: __shfl_down_sync waits for lanes 16-31");
    EXPECT_CONTAINS(messages, "threads 16-31 of the block wait at " + std::string(__FILE__) + ":" +
                                  std::to_string(never_arrives_line + 1) + " (__syncthreads)");
    // The branch may be that of the barrier as well.
    EXPECT_CONTAINS(messages, "likely cause: one of the two calls is in a branch, or in a loop");
    EXPECT_CONTAINS(messages, "next: let every thread of the block come to the barrier");
}

__global__ void barrier_in_a_loop(int* out) {
    for (int i = static_cast<int>(threadIdx.x); i < 3; i += 32)
        __syncthreads();
    out[threadIdx.x] = __shfl_down_sync(full, 1, 1);
}

TEST_F(WarpErrors, ABarrierThatSomeLanesPass) {
    const std::string messages = failure_of([&] { barrier_in_a_loop<<<1, 32>>>(out_.get()); });
    EXPECT_CONTAINS(messages, "synccheck: __shfl_down_sync waits for lanes 0-2");
    EXPECT_CONTAINS(messages, "likely cause: one of the two calls is in a branch, or in a loop");
}

__global__ void mask_of_lanes(int* out, unsigned lanes) {
    // What (1u << 32) - 1 is on this processor; in C++ it is not defined.
    const unsigned mask = (1U << lanes % 32) - 1;
    out[threadIdx.x] = __shfl_sync(mask, 1, 0);
}

TEST_F(WarpErrors, AMaskThatIsZero) {
    const std::string messages = failure_of([&] { mask_of_lanes<<<1, 32>>>(out_.get(), 32); });
    EXPECT_CONTAINS(messages, "synccheck: lane 0 calls __shfl_sync with the mask 0x00000000");
    EXPECT_CONTAINS(messages, "likely cause: the mask is 0, and names no lane.");
    EXPECT_CONTAINS(messages, "1u << 32 is not defined");
    EXPECT_EQ(messages_of([&] { mask_of_lanes<<<1, 5>>>(out_.get(), 5); }), "");
}

__global__ void one_never_arrives(int* out) {
    if (threadIdx.x != 5) out[threadIdx.x] = __shfl_down_sync(full, 1, 1);
    __syncthreads();
}

TEST_F(WarpErrors, OneNamedLaneThatNeverArrives) {
    const std::string messages = failure_of([&] { one_never_arrives<<<1, 32>>>(out_.get()); });
    EXPECT_CONTAINS(messages,
                    "waits for lane 5, which the mask 0xffffffff names but which never comes");
}

__global__ void different_calls(int* out) {
    if (threadIdx.x % 2 == 0) {
        out[threadIdx.x] = __shfl_sync(full, 1, 0);
    } else {
        out[threadIdx.x] = static_cast<int>(__ballot_sync(full, 1));
    }
}

TEST_F(WarpErrors, DifferentCollectivesMeet) {
    const std::string messages = failure_of([&] { different_calls<<<1, 32>>>(out_.get()); });
    EXPECT_CONTAINS(
        messages,
        "synccheck: different collectives meet in a warp: __shfl_sync here, __ballot_sync at");
}

__global__ void different_masks() {
    __syncwarp(threadIdx.x < 16 ? full : 0xFFFF0001U);
}

TEST_F(WarpErrors, MasksThatDisagree) {
    const std::string messages = failure_of([&] { different_masks<<<1, 32>>>(); });
    EXPECT_CONTAINS(messages, "with different masks: 0xffffffff here, 0xffff0001 at");
}

__global__ void read_outside_mask(int* out) {
    if (threadIdx.x < 8) out[threadIdx.x] = __shfl_down_sync(0xFF, 1, 4);
}

TEST_F(WarpErrors, AShuffleFromALaneThatTheMaskDoesNotName) {
    EXPECT_EQ(messages_of([&] { read_outside_mask<<<1, 32>>>(out_.get()); }), "");
    const auto out = out_.values();
    for (int lane = 0; lane < 8; ++lane)
        EXPECT_EQ(out[lane], lane < 4 ? 1 : undefined_integer);
}

__global__ void read_finished(int* out) {
    if (threadIdx.x == 20) return;
    out[threadIdx.x] = __shfl_sync(full, 1, 20);
}

TEST_F(WarpErrors, AShuffleFromALaneThatHasFinished) {
    EXPECT_EQ(messages_of([&] { read_finished<<<1, 32>>>(out_.get()); }), "");
    EXPECT_EQ(out_.values()[19], undefined_integer);
}

template <class T>
__global__ void sum_of_warp(T* out, unsigned mask, bool guarded) {
    T sum = 1;
    const unsigned lanes = blockDim.x;
    for (unsigned delta = 16; delta > 0; delta /= 2) {
        const T other = __shfl_down_sync(mask, sum, delta);
        if (!guarded || threadIdx.x + delta < lanes) sum += other;
    }
    if (threadIdx.x == 0) out[0] = sum;
}

TEST_F(WarpErrors, AShuffleFromALaneThatDoesNotExistMayBeThrownAway) {
    for (const unsigned mask : {full, 0xFFFFFU}) {
        EXPECT_EQ(messages_of([&] { sum_of_warp<<<1, 20>>>(out_.get(), mask, true); }), "");
        EXPECT_EQ(out_.values()[0], 20);
    }
}

TEST_F(WarpErrors, AShuffleFromALaneThatDoesNotExistGivesNoNumber) {
    DeviceArray<float> floats(1);
    DeviceArray<double> doubles(1);
    sum_of_warp<<<1, 20>>>(floats.get(), full, false);
    sum_of_warp<<<1, 20>>>(doubles.get(), full, false);
    EXPECT_TRUE(std::isnan(floats.values()[0]));
    EXPECT_TRUE(std::isnan(doubles.values()[0]));
}

__global__ void odd_width(int* out) {
    out[threadIdx.x] = __shfl_sync(full, 1, 0, 12);
}

TEST_F(WarpErrors, AWidthThatIsNoPowerOfTwo) {
    const std::string messages = failure_of([&] { odd_width<<<1, 32>>>(out_.get()); });
    EXPECT_CONTAINS(messages, "the width of __shfl_sync is 12");
}

__global__ void one_warp_stays_behind(int* out) {
    if (threadIdx.x == 40) __shfl_sync(full, 1, 0);
    __syncthreads();
    out[threadIdx.x] = 1;
}

TEST_F(WarpErrors, TheSecondWarpIsNamedByItsThreads) {
    const std::string messages = failure_of([&] { one_warp_stays_behind<<<1, 64>>>(out_.get()); });
    EXPECT_CONTAINS(messages, "thread (40,0,0)");
    EXPECT_CONTAINS(messages, "thread 40 of the block waits at ");
}

}  // namespace
