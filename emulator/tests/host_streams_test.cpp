// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Streams: life, order, priorities, host functions.

#include <cuda_runtime.h>
#include <gtest/gtest.h>

namespace {

void add_one(void* data) {
    ++*static_cast<int*>(data);
}

void call_the_runtime(void* data) {
    void* pointer = nullptr;
    *static_cast<cudaError_t*>(data) = cudaMalloc(&pointer, 4);
}

void note_status(cudaStream_t, cudaError_t status, void* data) {
    *static_cast<cudaError_t*>(data) = status;
}

}  // namespace

TEST(Streams, AreCreatedUsedAndDestroyed) {
    cudaStream_t stream = nullptr;
    ASSERT_EQ(cudaSuccess, cudaStreamCreate(&stream));
    ASSERT_NE(nullptr, stream);
    int* device = nullptr;
    ASSERT_EQ(cudaSuccess, cudaMallocAsync(&device, 4, stream));
    EXPECT_EQ(cudaSuccess, cudaMemsetAsync(device, 1, 4, stream));
    int value = 0;
    EXPECT_EQ(cudaSuccess, cudaMemcpyAsync(&value, device, 4, cudaMemcpyDeviceToHost, stream));
    EXPECT_EQ(cudaSuccess, cudaFreeAsync(device, stream));
    EXPECT_EQ(cudaSuccess, cudaStreamSynchronize(stream));
    EXPECT_EQ(cudaSuccess, cudaStreamQuery(stream));
    EXPECT_EQ(0x01010101, value);
    EXPECT_EQ(cudaSuccess, cudaStreamDestroy(stream));
}

TEST(Streams, DefaultOnesNeedNoCreation) {
    EXPECT_EQ(cudaSuccess, cudaStreamSynchronize(nullptr));
    EXPECT_EQ(cudaSuccess, cudaStreamSynchronize(cudaStreamLegacy));
    EXPECT_EQ(cudaSuccess, cudaStreamSynchronize(cudaStreamPerThread));
    EXPECT_EQ(cudaErrorInvalidResourceHandle, cudaStreamDestroy(nullptr));
    EXPECT_EQ(cudaErrorInvalidResourceHandle, cudaGetLastError());
}

TEST(Streams, KeepFlagsAndClampPriorities) {
    int least = 1;
    int greatest = 1;
    ASSERT_EQ(cudaSuccess, cudaDeviceGetStreamPriorityRange(&least, &greatest));
    EXPECT_EQ(0, least);
    EXPECT_LT(greatest, 0);
    cudaStream_t stream = nullptr;
    ASSERT_EQ(cudaSuccess, cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -99));
    unsigned int flags = 0;
    int priority = 1;
    EXPECT_EQ(cudaSuccess, cudaStreamGetFlags(stream, &flags));
    EXPECT_EQ(cudaSuccess, cudaStreamGetPriority(stream, &priority));
    EXPECT_EQ(static_cast<unsigned int>(cudaStreamNonBlocking), flags);
    EXPECT_EQ(greatest, priority);
    EXPECT_EQ(cudaSuccess, cudaStreamDestroy(stream));
    EXPECT_EQ(cudaErrorInvalidValue, cudaStreamCreateWithFlags(&stream, 0x80));
    cudaGetLastError();
}

TEST(Streams, RunHostFunctions) {
    int count = 0;
    ASSERT_EQ(cudaSuccess, cudaLaunchHostFunc(nullptr, add_one, &count));
    ASSERT_EQ(cudaSuccess, cudaLaunchHostFunc(nullptr, add_one, &count));
    ASSERT_EQ(cudaSuccess, cudaStreamSynchronize(nullptr));
    EXPECT_EQ(2, count);
    cudaError_t status = cudaErrorUnknown;
    ASSERT_EQ(cudaSuccess, cudaStreamAddCallback(nullptr, note_status, &status, 0));
    ASSERT_EQ(cudaSuccess, cudaStreamSynchronize(nullptr));
    EXPECT_EQ(cudaSuccess, status);
}

TEST(Streams, HostFunctionsMustNotCallTheRuntime) {
    cudaError_t error = cudaSuccess;
    ASSERT_EQ(cudaSuccess, cudaLaunchHostFunc(nullptr, call_the_runtime, &error));
    ASSERT_EQ(cudaSuccess, cudaStreamSynchronize(nullptr));
    EXPECT_EQ(cudaErrorNotPermitted, error);
    cudaGetLastError();
}

#ifdef WORKSHOP_CPU_DEVICE

// On a GPU these are undefined behaviour.
TEST(Streams, DestroyedOnesAreRefused) {
    cudaStream_t stream = nullptr;
    ASSERT_EQ(cudaSuccess, cudaStreamCreate(&stream));
    ASSERT_EQ(cudaSuccess, cudaStreamDestroy(stream));
    EXPECT_EQ(cudaErrorInvalidResourceHandle, cudaStreamSynchronize(stream));
    EXPECT_EQ(cudaErrorInvalidResourceHandle, cudaMemsetAsync(nullptr, 0, 0, stream));
    EXPECT_EQ(cudaErrorInvalidResourceHandle, cudaStreamDestroy(stream));
    EXPECT_EQ(cudaErrorInvalidResourceHandle, cudaGetLastError());
}

#endif
