// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// racecheck of page-locked memory of the host.

#include "watch_test.hpp"

namespace {

__global__ void add(int* sum) {
    sum[0] += static_cast<int>(threadIdx.x);
}
constexpr int line_of_add = __LINE__ - 2;
__global__ void add_by_atomic(int* sum) {
    atomicAdd(sum, static_cast<int>(threadIdx.x));
}
__global__ void own_bytes(unsigned char* to) {
    to[threadIdx.x] = static_cast<unsigned char>(threadIdx.x);
}
constexpr int line_of_own = __LINE__ - 2;
__global__ void hand_on(int* data, int* out) {
    data[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = data[31 - threadIdx.x];
}
__global__ void last_block(int* data, unsigned* ticket, int* sum) {
    data[blockIdx.x] = 1;
    __threadfence();
    if (atomicAdd(ticket, 1) == gridDim.x - 1) {
        int total = 0;
        for (unsigned i = 0; i < gridDim.x; ++i)
            total += data[i];
        *sum = total;
    }
}

template <class T>
class HostArray {
  public:
    explicit HostArray(std::size_t count) {
        cudaMallocHost(&data_, count * sizeof(T));
        for (std::size_t i = 0; i < count; ++i)
            data_[i] = T();
    }
    ~HostArray() { cudaFreeHost(data_); }
    HostArray(const HostArray&) = delete;
    HostArray& operator=(const HostArray&) = delete;
    T* get() const { return data_; }

  private:
    T* data_ = nullptr;
};

class PageLocked : public WatchTest {};

TEST_F(PageLocked, LostUpdates) {
    const HostArray<int> sums(4);
    int* const sum = sums.get() + 1;
    const std::string text = reports_of([&] { add<<<2, 32>>>(sum); });
    EXPECT_REPORT(text, line_of_add, "racecheck: Race reported between read access here");
    EXPECT_CONTAINS(text, "both use sum[0], element 1 of page-locked memory of 16 bytes at 0x");
}

TEST_F(PageLocked, BetweenBlocksOfOneThread) {
    const HostArray<int> sums(1);
    const std::string text = reports_of([&] { add<<<4, 1>>>(sums.get()); });
    EXPECT_CONTAINS(text, "racecheck: Race reported between");
}

// Registered memory begins and ends where the program wants.
TEST_F(PageLocked, RegisteredBytes) {
    std::vector<unsigned char> memory(64);
    ASSERT_EQ(cudaHostRegister(memory.data() + 3, 33, cudaHostRegisterDefault), cudaSuccess);
    unsigned char* const bytes = memory.data() + 3;
    EXPECT_SILENT(reports_of([&] { own_bytes<<<1, 33>>>(bytes); }));
    const std::string text = reports_of([&] { own_bytes<<<2, 1>>>(bytes + 32); });
    EXPECT_CONTAINS(text, at_line(__FILE__, line_of_own, "warning"));
    EXPECT_CONTAINS(text, "(bytes + 32)[0], element 32 of page-locked memory of 33 bytes");
    EXPECT_EQ(cudaHostUnregister(bytes), cudaSuccess);
}

TEST_F(PageLocked, WhatIsOrderedIsNoRace) {
    const HostArray<int> data(32);
    const HostArray<int> out(33);
    const HostArray<unsigned> ticket(1);
    EXPECT_SILENT(reports_of([&] {
        hand_on<<<1, 32>>>(data.get(), out.get());
        hand_on<<<1, 32>>>(data.get(), out.get());
        add_by_atomic<<<4, 32>>>(out.get() + 32);
        last_block<<<32, 1>>>(data.get(), ticket.get(), out.get());
    }));
    EXPECT_EQ(*out.get(), 32);
}

// Records of memory that was freed do not count for what gets its place.
TEST_F(PageLocked, MemoryThatComesAgain) {
    for (int round = 0; round < 3; ++round) {
        const HostArray<int> data(32 + static_cast<std::size_t>(round) * 32);
        const HostArray<int> out(32);
        EXPECT_SILENT(reports_of([&] { hand_on<<<1, 32>>>(data.get(), out.get()); }));
    }
}

TEST_F(PageLocked, MemoryThatWasFreed) {
    int* freed = nullptr;
    ASSERT_EQ(cudaMallocHost(&freed, 64), cudaSuccess);
    ASSERT_EQ(cudaFreeHost(freed), cudaSuccess);
    cudaError_t error = cudaSuccess;
    std::string text = reports_of([&] { add<<<1, 1>>>(freed); }, &error);
    EXPECT_EQ(error, cudaErrorIllegalAddress);
    EXPECT_REPORT(text, line_of_add, "memcheck: Invalid __global__ read of size 4 bytes");
    EXPECT_CONTAINS(text, "it was in page-locked memory of 64 bytes until cudaFreeHost() gave");
    EXPECT_CONTAINS(text, "likely cause: cudaFreeHost before the last kernel");
    cudaDeviceReset();
    std::vector<int> memory(16);
    ASSERT_EQ(cudaHostRegister(memory.data(), 64, cudaHostRegisterDefault), cudaSuccess);
    ASSERT_EQ(cudaHostUnregister(memory.data()), cudaSuccess);
    text = reports_of([&] { add<<<1, 1>>>(memory.data() + 15); });
    EXPECT_CONTAINS(text, "likely cause: cudaHostUnregister before the last kernel");
    cudaDeviceReset();
    ASSERT_EQ(cudaHostRegister(memory.data() + 8, 32, cudaHostRegisterDefault), cudaSuccess);
    EXPECT_SILENT(reports_of([&] { add<<<1, 1>>>(memory.data() + 8); }));
    text = reports_of([&] { add<<<1, 1>>>(memory.data()); });
    EXPECT_EQ(count_of(text, "cudaHostUnregister"), 0);
    cudaDeviceReset();
    EXPECT_EQ(cudaHostUnregister(memory.data() + 8), cudaSuccess);
}

}  // namespace
