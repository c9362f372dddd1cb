// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Errors: numbers, names and texts of CUDA; what is kept, cleared and sticky.

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#ifdef WORKSHOP_CPU_DEVICE
#include "errors.hpp"
using workshop::emulator::set_asynchronous_error;
#endif

TEST(Errors, HaveTheNumbersOfCuda) {
    EXPECT_EQ(0, cudaSuccess);
    EXPECT_EQ(1, cudaErrorInvalidValue);
    EXPECT_EQ(2, cudaErrorMemoryAllocation);
    EXPECT_EQ(9, cudaErrorInvalidConfiguration);
    EXPECT_EQ(98, cudaErrorInvalidDeviceFunction);
    EXPECT_EQ(101, cudaErrorInvalidDevice);
    EXPECT_EQ(400, cudaErrorInvalidResourceHandle);
    EXPECT_EQ(600, cudaErrorNotReady);
    EXPECT_EQ(700, cudaErrorIllegalAddress);
    EXPECT_EQ(701, cudaErrorLaunchOutOfResources);
    EXPECT_EQ(702, cudaErrorLaunchTimeout);
    EXPECT_EQ(710, cudaErrorAssert);
    EXPECT_EQ(716, cudaErrorMisalignedAddress);
    EXPECT_EQ(719, cudaErrorLaunchFailure);
    EXPECT_EQ(720, cudaErrorCooperativeLaunchTooLarge);
    EXPECT_EQ(801, cudaErrorNotSupported);
    EXPECT_EQ(999, cudaErrorUnknown);
}

TEST(Errors, HaveTheNamesAndTextsOfCuda) {
    EXPECT_STREQ("cudaSuccess", cudaGetErrorName(cudaSuccess));
    EXPECT_STREQ("no error", cudaGetErrorString(cudaSuccess));
    EXPECT_STREQ("cudaErrorInvalidValue", cudaGetErrorName(cudaErrorInvalidValue));
    EXPECT_STREQ("invalid argument", cudaGetErrorString(cudaErrorInvalidValue));
    EXPECT_STREQ("out of memory", cudaGetErrorString(cudaErrorMemoryAllocation));
    EXPECT_STREQ("invalid configuration argument",
                 cudaGetErrorString(cudaErrorInvalidConfiguration));
    EXPECT_STREQ("an illegal memory access was encountered",
                 cudaGetErrorString(cudaErrorIllegalAddress));
    EXPECT_STREQ("unrecognized error code", cudaGetErrorString(static_cast<cudaError_t>(12345)));
    EXPECT_STREQ("unrecognized error code", cudaGetErrorName(static_cast<cudaError_t>(12345)));
}

TEST(Errors, LastErrorIsKeptByPeekAndClearedByGet) {
    EXPECT_EQ(cudaErrorInvalidDevice, cudaSetDevice(99));
    EXPECT_EQ(cudaErrorInvalidDevice, cudaPeekAtLastError());
    EXPECT_EQ(cudaErrorInvalidDevice, cudaPeekAtLastError());
    EXPECT_EQ(cudaErrorInvalidDevice, cudaGetLastError());
    EXPECT_EQ(cudaSuccess, cudaGetLastError());
}

TEST(Errors, SuccessDoesNotClearTheLastError) {
    EXPECT_EQ(cudaErrorInvalidDevice, cudaSetDevice(99));
    EXPECT_EQ(cudaSuccess, cudaDeviceSynchronize());
    EXPECT_EQ(cudaErrorInvalidDevice, cudaGetLastError());
}

#ifdef WORKSHOP_CPU_DEVICE

class StickyError : public testing::Test {
  protected:
    ~StickyError() override { cudaDeviceReset(); }
};

TEST_F(StickyError, SurfacesAtTheNextCallThatTouchesTheDevice) {
    set_asynchronous_error(cudaErrorIllegalAddress);
    EXPECT_EQ(cudaSuccess, cudaGetLastError());  // the launch itself was fine
    EXPECT_EQ(cudaErrorIllegalAddress, cudaDeviceSynchronize());
    EXPECT_EQ(cudaErrorIllegalAddress, cudaGetLastError());
}

TEST_F(StickyError, StaysAfterGetLastError) {
    set_asynchronous_error(cudaErrorAssert);
    EXPECT_EQ(cudaErrorAssert, cudaDeviceSynchronize());
    EXPECT_EQ(cudaErrorAssert, cudaPeekAtLastError());
    EXPECT_EQ(cudaErrorAssert, cudaGetLastError());
    EXPECT_EQ(cudaSuccess, cudaGetLastError());  // cleared, but every call brings it back
    void* pointer = nullptr;
    EXPECT_EQ(cudaErrorAssert, cudaMalloc(&pointer, 4));
    EXPECT_EQ(nullptr, pointer);
    cudaStream_t stream = nullptr;
    EXPECT_EQ(cudaErrorAssert, cudaStreamCreate(&stream));
    EXPECT_EQ(cudaErrorAssert, cudaMemset(nullptr, 0, 0));
    EXPECT_EQ(cudaErrorAssert, cudaGetLastError());
    // What does not touch the device goes on.
    EXPECT_EQ(cudaSuccess, cudaSetDevice(0));
    EXPECT_EQ(cudaSuccess, cudaMalloc(&pointer, 0));
}

TEST_F(StickyError, FirstFailureWins) {
    set_asynchronous_error(cudaErrorLaunchTimeout);
    set_asynchronous_error(cudaErrorIllegalAddress);
    EXPECT_EQ(cudaErrorLaunchTimeout, cudaDeviceSynchronize());
}

TEST_F(StickyError, EndsWithDeviceReset) {
    set_asynchronous_error(cudaErrorAssert);
    EXPECT_EQ(cudaErrorAssert, cudaDeviceSynchronize());
    EXPECT_EQ(cudaSuccess, cudaDeviceReset());
    EXPECT_EQ(cudaSuccess, cudaGetLastError());
    EXPECT_EQ(cudaSuccess, cudaDeviceSynchronize());
}

#endif
