// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "device_test.hpp"

namespace {

class SharedMemory : public DeviceTest {};

__shared__ int outside_functions[4];

__global__ void reverse(int* data) {
    __shared__ int tile[64];
    tile[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

TEST_F(SharedMemory, StaticArraysAreSharedByTheThreadsOfABlock) {
    std::vector<int> values(64);
    for (int i = 0; i < 64; ++i)
        values[i] = i;
    DeviceArray<int> data(values);
    reverse<<<1, 64>>>(data.get());
    const auto result = data.values();
    for (int i = 0; i < 64; ++i)
        EXPECT_EQ(result[i], 63 - i);
}

template <class T>
__global__ void reverse_dynamic(T* data) {
    extern __shared__ __align__(16) T tile[];
    tile[threadIdx.x] = data[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    data[blockIdx.x * blockDim.x + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

TEST_F(SharedMemory, DynamicMemoryOfDifferentTypes) {
    DeviceArray<float> floats(std::vector<float>{1, 2, 3, 4, 5, 6});
    reverse_dynamic<<<2, 3, 3 * sizeof(float)>>>(floats.get());
    EXPECT_EQ(floats.values(), (std::vector<float>{3, 2, 1, 6, 5, 4}));
    DeviceArray<double> doubles(std::vector<double>{1, 2, 3});
    reverse_dynamic<<<1, 3, 3 * sizeof(double)>>>(doubles.get());
    EXPECT_EQ(doubles.values(), (std::vector<double>{3, 2, 1}));
}

__global__ void transpose(float* data) {
    extern __shared__ float rows[][4];
    rows[threadIdx.y][threadIdx.x] = data[threadIdx.y * 4 + threadIdx.x];
    __syncthreads();
    data[threadIdx.y * 4 + threadIdx.x] = rows[threadIdx.x][threadIdx.y];
}

TEST_F(SharedMemory, DynamicArraysOfTwoDimensions) {
    std::vector<float> values(16);
    for (int i = 0; i < 16; ++i)
        values[i] = static_cast<float>(i);
    DeviceArray<float> data(values);
    transpose<<<1, dim3(4, 4), 64>>>(data.get());
    const auto result = data.values();
    for (int i = 0; i < 16; ++i)
        EXPECT_EQ(result[i], static_cast<float>(i % 4 * 4 + i / 4));
}

__global__ void write_then_read_old(float* stale, int* stale_outside, float* stale_dynamic) {
    __shared__ float value;
    extern __shared__ float dynamic[];
    stale[blockIdx.x] = value;
    stale_outside[blockIdx.x] = outside_functions[2];
    stale_dynamic[blockIdx.x] = dynamic[1];
    value = 7;
    outside_functions[2] = 7;
    dynamic[1] = 7;
}

TEST_F(SharedMemory, WhatABlockHasNotWrittenIsNeverAValueOfAnotherBlock) {
    DeviceArray<float> stale(3);
    DeviceArray<int> outside(3);
    DeviceArray<float> dynamic(3);
    write_then_read_old<<<3, 1, 8>>>(stale.get(), outside.get(), dynamic.get());
    for (int block = 0; block < 3; ++block) {
        EXPECT_TRUE(std::isnan(stale.values()[block]));
        EXPECT_EQ(outside.values()[block], -1);
        EXPECT_TRUE(std::isnan(dynamic.values()[block]));
    }
}

__global__ void read_only(int* out) {
    __shared__ int never_written[2];
    out[blockIdx.x] = never_written[blockIdx.x];
}

TEST_F(SharedMemory, AnArrayThatNobodyWritesIsNotZero) {
    DeviceArray<int> out(2);
    read_only<<<2, 1>>>(out.get());
    EXPECT_EQ(out.values(), (std::vector<int>{-1, -1}));
}

TEST_F(SharedMemory, ThreadLocalVariablesOfTheHostAreLeftAlone) {
    static thread_local int host_variable = 0;
    host_variable = 11;
    DeviceArray<int> data(64);
    reverse<<<1, 64>>>(data.get());
    EXPECT_EQ(host_variable, 11);
}

TEST_F(SharedMemory, TheBytesOfAKernelAreKnown) {
    cudaFuncAttributes attributes{};
    ASSERT_EQ(cudaFuncGetAttributes(&attributes, reverse), cudaSuccess);
    // Its own 64 integers, and the 4 that belong to no function.
    EXPECT_EQ(attributes.sharedSizeBytes, 64 * sizeof(int) + sizeof outside_functions);
}

__global__ void forget_dynamic(float* out) {
    extern __shared__ float dynamic[];
    dynamic[threadIdx.x] = 1;
    out[0] = dynamic[0];
}
constexpr int forget_line = __LINE__ - 3;

TEST_F(SharedMemory, DynamicMemoryThatWasNotAskedForIsReported) {
    DeviceArray<float> out(1);
    const std::string messages = messages_of([&] { forget_dynamic<<<1, 4>>>(out.get()); });
    EXPECT_CONTAINS(messages, at_line(__FILE__, forget_line) +
                                  "memcheck: the kernel crashed: access to byte 0 of dynamic");
    EXPECT_CONTAINS(messages, "forget_dynamic, block (0,0,0), thread (0,0,0)");
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
}

__global__ void store_dynamic(int index) {
    extern __shared__ __align__(16) float dynamic[];
    dynamic[threadIdx.x] = 1;
    if (threadIdx.x == 0 && index != 0) dynamic[index] = 2;
}
constexpr int store_line = __LINE__ - 3;
constexpr int store_index_line = __LINE__ - 3;

TEST_F(SharedMemory, ASizeInHalvesIsTooSmallForFloats) {
    constexpr int threads = 64;
    const std::string messages = messages_of([] { store_dynamic<<<1, threads, threads * 2>>>(0); });
    EXPECT_CONTAINS(messages,
                    at_line(__FILE__, store_line) +
                        "memcheck: the kernel crashed: access to byte 128 of dynamic shared "
                        "memory, right behind its end; the launch asked for 128 bytes");
    EXPECT_CONTAINS(messages, "thread (32,0,0)");
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
}

TEST_F(SharedMemory, AccessesOutsideDynamicMemoryAreMeasured) {
    const auto message = [](int index, int bytes) {
        cudaDeviceReset();
        return messages_of([&] { store_dynamic<<<2, 4, bytes>>>(index); });
    };
    EXPECT_CONTAINS(message(14, 32), "access to byte 56 of dynamic shared memory, 24 bytes past");
    EXPECT_CONTAINS(message(14, 32), at_line(__FILE__, store_index_line));
    EXPECT_CONTAINS(message(50000, 32), "199968 bytes past its end");
    EXPECT_CONTAINS(message(-2000, 32), "access 8000 bytes before the start of dynamic shared");
    // Too close to crash: seen when the block has finished.
    EXPECT_CONTAINS(message(6, 24),
                    "the block wrote to byte 24 of its dynamic shared memory (24 "
                    "bytes), past its end");
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    EXPECT_CONTAINS(message(-1, 32), "the block wrote right before the start of its dynamic");
    EXPECT_CONTAINS(message(-1, 32), "kernel store_dynamic, block (0,0,0)");
    for (const int bytes : {16, 20, 32, 4096, 40000})
        EXPECT_EQ(message(bytes / 4 - 1, bytes), "") << bytes;
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

}  // namespace
