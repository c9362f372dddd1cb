// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// memcheck: an index so far outside of a shared array or a variable that it leads to nothing of the
// device.

#include <sys/mman.h>

#include <cstdint>
#include <memory>

#include "watch_test.hpp"

namespace {

class FarAway : public WatchTest {};

__global__ void read_tile(int index, float* out) {
    __shared__ float tile[64];
    tile[threadIdx.x] = 1;
    *out = tile[index];
}
constexpr int line_of_read_tile = __LINE__ - 2;

TEST_F(FarAway, BehindASharedArray) {
    for (const int index : {5000, 1000000}) {
        cudaDeviceReset();
        const DeviceArray<float> out(1);
        cudaError_t error = cudaSuccess;
        const std::string text =
            reports_of([&] { read_tile<<<1, 64>>>(index, out.get()); }, &error);
        EXPECT_REPORT(text, line_of_read_tile,
                      "memcheck: Invalid __shared__ read of size 4 bytes: the address is out of "
                      "bounds");
        EXPECT_CONTAINS(text, std::to_string(index * 4 - 255) +
                                  " bytes behind the last byte of the shared array tile of ");
        EXPECT_CONTAINS(text, "read_tile (256 bytes)");
        EXPECT_CONTAINS(
            text, "it would be element " + std::to_string(index) + ", and there are 64 elements");
        EXPECT_EQ(error, cudaErrorIllegalAddress);
    }
}

__constant__ float coefficients[16];

__global__ void read_coefficient(int index, float* out) {
    *out = coefficients[index];
}
constexpr int line_of_read_coefficient = __LINE__ - 2;

TEST_F(FarAway, BehindAConstantArray) {
    const float values[16] = {};
    ASSERT_EQ(cudaMemcpyToSymbol(coefficients, values, sizeof values), cudaSuccess);
    const DeviceArray<float> out(1);
    const std::string text = reports_of([&] { read_coefficient<<<1, 1>>>(30000000, out.get()); });
    EXPECT_REPORT(text, line_of_read_coefficient,
                  "memcheck: Invalid read of size 4 bytes: the address is out of bounds");
    EXPECT_CONTAINS(text, "the address is 119999937 bytes behind the last byte of the variable ");
    EXPECT_CONTAINS(text, "coefficients (64 bytes)");
    EXPECT_CONTAINS(text, "it would be element 30000000, and there are 16 elements");
}

/// Here no array is named: what is nearest need not be what was meant.
__device__ void store(float* row, int index) {
    row[index] = 1;
}
constexpr int line_of_store = __LINE__ - 2;
__global__ void write_row(int index, float* out) {
    __shared__ float tile[64];
    store(tile, index);
    *out = tile[0];
}

TEST_F(FarAway, ByAPointerThatTheLineDoesNotExplain) {
    const DeviceArray<float> out(1);
    cudaError_t error = cudaSuccess;
    const std::string text = reports_of([&] { write_row<<<1, 1>>>(5000, out.get()); }, &error);
    EXPECT_REPORT(text, line_of_store,
                  "memcheck: Invalid write of size 4 bytes: the address is outside of every "
                  "allocation and array");
    EXPECT_CONTAINS(text, "nearest is the shared array ");
    EXPECT_EQ(error, cudaErrorIllegalAddress);
}

__global__ void follow(int** pointer, int* out) {
    *out = **pointer;
}
constexpr int line_of_follow = __LINE__ - 2;

/// A pointer of the host that does not come with the launch.
TEST_F(FarAway, APointerOfTheHostIsNoIndex) {
    const std::unique_ptr<int> number(new int(3));
    const DeviceArray<int*> pointer(std::vector<int*>{number.get()});
    const DeviceArray<int> out(1);
    EXPECT_REPORT(
        reports_of([&] { follow<<<1, 1>>>(pointer.get(), out.get()); }), line_of_follow,
        "memcheck: Invalid __global__ read of size 4 bytes: the address is memory of the host");
}

__global__ void read_one(const float* from, float* out) {
    *out = *from;
}

/// A pointer of the host leads to memory of the host. Where nobody may read, an index led.
TEST_F(FarAway, WhereNobodyMayRead) {
    constexpr std::size_t bytes = 65536;
    // Far from everything: beside other mappings it is now and then taken for a part of something
    // else.
    void* const far_away = reinterpret_cast<void*>(std::uintptr_t{0x200000000000});
    void* const kept = mmap(far_away, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(kept, MAP_FAILED);
    const DeviceArray<float> out(1);
    const auto* middle = static_cast<const float*>(kept) + bytes / sizeof(float) / 2;
    const std::string text = reports_of([&] { read_one<<<1, 1>>>(middle, out.get()); });
    EXPECT_CONTAINS(text, "likely cause: an index far outside an array");
    EXPECT_EQ(text.find("a pointer from new, malloc"), std::string::npos) << text;
    munmap(kept, bytes);
    const auto own = std::make_unique<float>(1.0F);
    cudaDeviceReset();
    const DeviceArray<float> again(1);
    const std::string host = reports_of([&] { read_one<<<1, 1>>>(own.get(), again.get()); });
    EXPECT_CONTAINS(host, "likely cause: a pointer from new, malloc");
}

}  // namespace
