// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Events: recording, waiting, elapsed time.

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace {

class Events : public testing::Test {
  protected:
    void SetUp() override {
        cudaGetLastError();
        ASSERT_EQ(cudaSuccess, cudaEventCreate(&start));
        ASSERT_EQ(cudaSuccess, cudaEventCreate(&stop));
    }
    void TearDown() override {
        cudaEventDestroy(start);
        cudaEventDestroy(stop);
        cudaGetLastError();
    }
    cudaEvent_t start = nullptr;
    cudaEvent_t stop = nullptr;
};

}  // namespace

TEST_F(Events, MeasureTheTimeBetween) {
    ASSERT_EQ(cudaSuccess, cudaEventRecord(start));
    ASSERT_EQ(cudaSuccess, cudaEventSynchronize(start));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ASSERT_EQ(cudaSuccess, cudaEventRecord(stop));
    ASSERT_EQ(cudaSuccess, cudaEventSynchronize(stop));
    EXPECT_EQ(cudaSuccess, cudaEventQuery(stop));
    float milliseconds = 0;
    ASSERT_EQ(cudaSuccess, cudaEventElapsedTime(&milliseconds, start, stop));
    EXPECT_GE(milliseconds, 19.0F);
    EXPECT_LT(milliseconds, 10000.0F);
}

TEST_F(Events, MustBeRecordedBeforeTheirTimeIsAsked) {
    float milliseconds = 0;
    ASSERT_EQ(cudaSuccess, cudaEventRecord(start));
    EXPECT_EQ(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, start, stop));
}

TEST_F(Events, WithoutTimingHaveNoTime) {
    cudaEvent_t untimed = nullptr;
    ASSERT_EQ(cudaSuccess, cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    ASSERT_EQ(cudaSuccess, cudaEventRecord(start));
    ASSERT_EQ(cudaSuccess, cudaEventRecord(untimed));
    float milliseconds = 0;
    EXPECT_EQ(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, start, untimed));
    EXPECT_EQ(cudaSuccess, cudaEventDestroy(untimed));
}

TEST_F(Events, NeverRecordedAreComplete) {
    EXPECT_EQ(cudaSuccess, cudaEventQuery(start));
    EXPECT_EQ(cudaSuccess, cudaEventSynchronize(start));
    EXPECT_EQ(cudaSuccess, cudaStreamWaitEvent(nullptr, start));
}

TEST_F(Events, UnknownFlagsAreRefused) {
    cudaEvent_t event = nullptr;
    EXPECT_EQ(cudaErrorInvalidValue, cudaEventCreateWithFlags(&event, 0x100));
}

#ifdef WORKSHOP_CPU_DEVICE

TEST_F(Events, DestroyedOnesAreRefused) {
    cudaEvent_t event = nullptr;
    ASSERT_EQ(cudaSuccess, cudaEventCreate(&event));
    ASSERT_EQ(cudaSuccess, cudaEventDestroy(event));
    EXPECT_EQ(cudaErrorInvalidResourceHandle, cudaEventRecord(event));
    EXPECT_EQ(cudaErrorInvalidResourceHandle, cudaEventDestroy(event));
    EXPECT_EQ(cudaErrorInvalidResourceHandle, cudaEventSynchronize(nullptr));
}

#endif
