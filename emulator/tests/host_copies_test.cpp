// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Copies and fills: what arrives, and which arguments are refused.

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

class Copies : public testing::Test {
  protected:
    void SetUp() override {
        cudaGetLastError();
        ASSERT_EQ(cudaSuccess, cudaMalloc(&device, bytes));
        ASSERT_EQ(cudaSuccess, cudaMemset(device, 0, bytes));
    }
    void TearDown() override {
        cudaFree(device);
        cudaGetLastError();
    }

    static constexpr std::size_t bytes = 64;
    int* device = nullptr;
    std::vector<int> host = std::vector<int>(16, 7);
};

}  // namespace

TEST_F(Copies, GoThereAndBack) {
    for (int i = 0; i < 16; ++i)
        host[static_cast<std::size_t>(i)] = i * i;
    ASSERT_EQ(cudaSuccess, cudaMemcpy(device, host.data(), bytes, cudaMemcpyHostToDevice));
    std::vector<int> back(16, -1);
    ASSERT_EQ(cudaSuccess, cudaMemcpy(back.data(), device + 3, 52, cudaMemcpyDeviceToHost));
    EXPECT_EQ(9, back[0]);
    EXPECT_EQ(225, back[12]);
    EXPECT_EQ(-1, back[13]);
}

TEST_F(Copies, DefaultDirectionIsFoundOut) {
    ASSERT_EQ(cudaSuccess, cudaMemcpy(device, host.data(), bytes, cudaMemcpyDefault));
    int value = 0;
    ASSERT_EQ(cudaSuccess, cudaMemcpy(&value, device + 15, 4, cudaMemcpyDefault));
    EXPECT_EQ(7, value);
    ASSERT_EQ(cudaSuccess, cudaMemcpy(device, device + 15, 4, cudaMemcpyDefault));
}

TEST_F(Copies, FillSetsBytes) {
    ASSERT_EQ(cudaSuccess, cudaMemset(device + 1, 0x01, 4));
    int values[3];
    ASSERT_EQ(cudaSuccess, cudaMemcpy(values, device, 12, cudaMemcpyDeviceToHost));
    EXPECT_EQ(0, values[0]);
    EXPECT_EQ(0x01010101, values[1]);
    EXPECT_EQ(0, values[2]);
}

TEST_F(Copies, OfNothingSucceed) {
    EXPECT_EQ(cudaSuccess, cudaMemcpy(device, host.data(), 0, cudaMemcpyHostToDevice));
    EXPECT_EQ(cudaSuccess, cudaMemset(device, 0, 0));
}

TEST_F(Copies, PassNoEnd) {
    EXPECT_EQ(cudaErrorInvalidValue,
              cudaMemcpy(device, host.data(), bytes + 1, cudaMemcpyHostToDevice));
    EXPECT_EQ(cudaErrorInvalidValue, cudaGetLastError());
    EXPECT_EQ(cudaErrorInvalidValue, cudaMemset(device + 1, 0, bytes));
    EXPECT_EQ(cudaErrorInvalidValue, cudaGetLastError());
}

TEST_F(Copies, ToANullPointerAreRefused) {
    EXPECT_EQ(cudaErrorInvalidValue, cudaMemcpy(nullptr, host.data(), 4, cudaMemcpyHostToDevice));
    EXPECT_EQ(cudaErrorInvalidValue, cudaMemset(nullptr, 0, 4));
}

TEST_F(Copies, UnknownDirectionIsRefused) {
    EXPECT_EQ(cudaErrorInvalidMemcpyDirection,
              cudaMemcpy(device, host.data(), 4, static_cast<cudaMemcpyKind>(17)));
}

TEST_F(Copies, OfRowsSkipTheGap) {
    // Three rows of two ints, four apart on the device, two apart on the host.
    const int rows[6] = {1, 2, 3, 4, 5, 6};
    ASSERT_EQ(cudaSuccess, cudaMemcpy2D(device, 16, rows, 8, 8, 3, cudaMemcpyHostToDevice));
    int all[16];
    ASSERT_EQ(cudaSuccess, cudaMemcpy(all, device, bytes, cudaMemcpyDeviceToHost));
    const int expected[16] = {1, 2, 0, 0, 3, 4, 0, 0, 5, 6, 0, 0, 0, 0, 0, 0};
    for (int i = 0; i < 16; ++i)
        EXPECT_EQ(expected[i], all[i]) << i;
    ASSERT_EQ(cudaSuccess, cudaMemset2D(device, 16, 0xFF, 4, 4));
    ASSERT_EQ(cudaSuccess, cudaMemcpy(all, device, bytes, cudaMemcpyDeviceToHost));
    EXPECT_EQ(-1, all[12]);
    EXPECT_EQ(2, all[1]);
}

TEST_F(Copies, LastRowMayEndWithTheBlock) {
    // Rows of 8 bytes, 20 apart: the third ends at byte 48; the fourth would end at byte 68.
    EXPECT_EQ(cudaSuccess, cudaMemset2D(device, 20, 0, 8, 3));
    EXPECT_EQ(cudaErrorInvalidValue, cudaMemset2D(device, 20, 0, 8, 4));
}

TEST_F(Copies, PitchIsNotLessThanTheWidth) {
    EXPECT_EQ(cudaErrorInvalidPitchValue,
              cudaMemcpy2D(device, 4, host.data(), 8, 8, 2, cudaMemcpyHostToDevice));
    EXPECT_EQ(cudaErrorInvalidValue,
              cudaMemcpy2D(device, 4, host.data(), 8, 8, 1, cudaMemcpyHostToDevice));
}

TEST_F(Copies, PageLockedMemoryIsHostMemory) {
    int* locked = nullptr;
    ASSERT_EQ(cudaSuccess, cudaMallocHost(&locked, bytes));
    locked[0] = 42;
    ASSERT_EQ(cudaSuccess, cudaMemcpyAsync(device, locked, 4, cudaMemcpyHostToDevice, nullptr));
    int value = 0;
    ASSERT_EQ(cudaSuccess, cudaMemcpy(&value, device, 4, cudaMemcpyDeviceToHost));
    EXPECT_EQ(42, value);
    EXPECT_EQ(cudaSuccess, cudaFreeHost(locked));
}

#ifdef WORKSHOP_CPU_DEVICE

// A GPU's driver finds the direction by itself; the CPU device holds the program to what it says.
TEST_F(Copies, SwappedPointersAreNamed) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(cudaErrorInvalidValue, cudaMemcpy(host.data(), device, 4, cudaMemcpyHostToDevice));
    const std::string line = std::to_string(__LINE__ - 1);
    const std::string message = testing::internal::GetCapturedStderr();
    EXPECT_NE(std::string::npos,
              message.find("host_copies_test.cpp:" + line + ": error: cudaMemcpy: destination"))
        << message;
    EXPECT_NE(std::string::npos, message.find("is not device memory"));
    EXPECT_NE(std::string::npos, message.find("likely cause: a host pointer, source and"));
}

// The line is that of the call, also in a helper that several places use.
TEST_F(Copies, RefusedCallsAreToldWithTheirLines) {
    const auto free_all = [](const std::vector<void*>& pointers) {
        for (void* pointer : pointers)
            EXPECT_EQ(cudaErrorInvalidValue, cudaFree(pointer));
    };
    const int line_of_free = __LINE__ - 2;
    testing::internal::CaptureStderr();
    free_all({host.data(), host.data() + 1});
    EXPECT_EQ(cudaErrorInvalidValue, cudaMemset(host.data(), 0, 4));
    const int line_of_set = __LINE__ - 1;
    const std::string message = testing::internal::GetCapturedStderr();
    const std::string file = "host_copies_test.cpp:";
    const std::string freed = file + std::to_string(line_of_free) + ": error: cudaFree: pointer ";
    const std::size_t first = message.find(freed);
    ASSERT_NE(std::string::npos, first) << message;
    EXPECT_NE(std::string::npos, message.find(freed, first + 1)) << message;
    EXPECT_NE(std::string::npos,
              message.find(file + std::to_string(line_of_set) + ": error: cudaMemset: "))
        << message;
}

TEST_F(Copies, OverrunIsToldInBytes) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(cudaErrorInvalidValue,
              cudaMemcpy(device + 2, host.data(), bytes, cudaMemcpyHostToDevice));
    EXPECT_NE(std::string::npos,
              testing::internal::GetCapturedStderr().find(
                  "is 8 bytes into a block of 64 bytes, and 64 bytes from there pass its end"));
}

TEST_F(Copies, OverrunOfPageLockedMemory) {
    char* locked = nullptr;
    ASSERT_EQ(cudaSuccess, cudaMallocHost(&locked, 32));
    EXPECT_EQ(cudaSuccess, cudaMemset(locked, 1, 32));
    testing::internal::CaptureStderr();
    EXPECT_EQ(cudaErrorInvalidValue, cudaMemset(locked + 1, 2, 32));
    EXPECT_EQ(cudaErrorInvalidValue, cudaMemcpy(locked, device, 33, cudaMemcpyDeviceToHost));
    const std::string message = testing::internal::GetCapturedStderr();
    EXPECT_NE(std::string::npos, message.find("error: cudaMemset: destination ")) << message;
    EXPECT_NE(std::string::npos, message.find("error: cudaMemcpy: destination ")) << message;
    EXPECT_NE(std::string::npos, message.find("with the one given to cudaMallocHost")) << message;
    EXPECT_EQ(1, locked[31]);
    EXPECT_EQ(cudaSuccess, cudaFreeHost(locked));
}

TEST_F(Copies, FromFreedMemoryAreRefused) {
    int* gone = nullptr;
    ASSERT_EQ(cudaSuccess, cudaMalloc(&gone, 64));
    ASSERT_EQ(cudaSuccess, cudaFree(gone));
    EXPECT_EQ(cudaErrorInvalidValue, cudaMemcpy(host.data(), gone, 4, cudaMemcpyDeviceToHost));
}

#endif
