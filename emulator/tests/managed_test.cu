// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// __managed__ variables: host and device use them by name.

#include "device_test.hpp"

__managed__ int visible_elsewhere = 3;
extern __managed__ int visible_elsewhere;

namespace {

class Managed : public DeviceTest {};

__device__ __managed__ int counter;
__managed__ float table[4] = {1, 2, 3, 4};
__device__ int plain;

__global__ void count_and_add(int* plain_pointer) {
    atomicAdd(&counter, 1);
    if (threadIdx.x < 4) table[threadIdx.x] += 0.5F;
    if (threadIdx.x == 0) *plain_pointer = visible_elsewhere + plain;
}

TEST_F(Managed, HostAndDeviceUseThemByName) {
    counter = 10;
    visible_elsewhere = 7;
    const DeviceArray<int> out(1);
    count_and_add<<<2, 32>>>(out.get());
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(counter, 74);
    EXPECT_EQ(table[3], 5.0F);
    EXPECT_EQ(out.values()[0], 7);
}

TEST_F(Managed, TheRuntimeKnowsThemAsManagedMemory) {
    cudaPointerAttributes attributes{};
    ASSERT_EQ(cudaPointerGetAttributes(&attributes, &table[1]), cudaSuccess);
    EXPECT_EQ(attributes.type, cudaMemoryTypeManaged);
    EXPECT_EQ(attributes.hostPointer, &table[1]);
    EXPECT_EQ(cudaMemPrefetchAsync(table, sizeof table, 0, nullptr), cudaSuccess);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(Managed, CopiesTakeThemOnBothSides) {
    counter = 5;
    int copy = 0;
    EXPECT_EQ(cudaMemcpy(&copy, &counter, sizeof copy, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(copy, 5);
    EXPECT_EQ(cudaMemcpy(&visible_elsewhere, &counter, sizeof copy, cudaMemcpyHostToHost),
              cudaSuccess);
    EXPECT_EQ(visible_elsewhere, 5);
    copy = 6;
    EXPECT_EQ(cudaMemcpyToSymbol(counter, &copy, sizeof copy), cudaSuccess);
    EXPECT_EQ(counter, 6);
    // Also after the runtime has met it as a symbol.
    EXPECT_EQ(cudaMemcpy(&copy, &counter, sizeof copy, cudaMemcpyHostToHost), cudaSuccess);
}

TEST_F(Managed, TheyHaveAnEndAndCannotBeFreed) {
    float copy[8];
    std::string messages = messages_of([&] {
        EXPECT_EQ(cudaMemcpy(copy, table, sizeof copy, cudaMemcpyDeviceToHost),
                  cudaErrorInvalidValue);
    });
    EXPECT_CONTAINS(messages, "is 0 bytes into a block of 16 bytes");
    messages = messages_of([&] { EXPECT_EQ(cudaFree(&counter), cudaErrorInvalidValue); });
    EXPECT_CONTAINS(messages, "was not allocated by cudaMalloc");
    cudaGetLastError();
}

TEST_F(Managed, OtherVariablesAreNot) {
    cudaPointerAttributes attributes{};
    ASSERT_EQ(cudaPointerGetAttributes(&attributes, &plain), cudaSuccess);
    EXPECT_EQ(attributes.type, cudaMemoryTypeUnregistered);
}

}  // namespace
