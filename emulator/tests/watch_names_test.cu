// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// __device__ and __constant__ variables that a launch passes by their name.

#include "watch_test.hpp"

namespace {

namespace data {
__device__ float table[64];
}
__constant__ float weights[8];
__managed__ float shared_by_both[8];
__device__ float asked[8];

__global__ void fill(float* to) {
    to[threadIdx.x] = 1;
}
constexpr int line_of_store = __LINE__ - 2;
__global__ void copy(float* to, const float* from) {
    to[threadIdx.x] = from[threadIdx.x];
}
constexpr int line_of_copy = __LINE__ - 2;
__global__ void fill_table() {
    data::table[threadIdx.x] = 1;
}
struct Pointers {
    float* table;
};

class NamesOfVariables : public WatchTest {};

void expect_named(const std::string& text, int line, const std::string& access,
                  const std::string& argument) {
    EXPECT_REPORT(text, line,
                  "memcheck: Invalid __global__ " + access +
                      " of size 4 bytes: the address is memory of the host");
    EXPECT_CONTAINS(text, argument);
    EXPECT_CONTAINS(text, "variable is not its address on the host");
    EXPECT_CONTAINS(text, "cudaGetSymbolAddress()");
}

TEST_F(NamesOfVariables, AreNoPointers) {
    using data::table;
    cudaError_t error = cudaSuccess;
    expect_named(reports_of([] { fill<<<1, 64>>>(data::table); }, &error), line_of_store, "write",
                 "argument 1 of fill is the __device__ variable table");
    EXPECT_EQ(error, cudaErrorIllegalAddress);
    cudaDeviceReset();
    expect_named(reports_of([] { fill<<<1, 8>>>(table + 8); }), line_of_store, "write",
                 "argument 1 of fill");
    cudaDeviceReset();
    expect_named(reports_of([] { fill<<<1, 8>>>(&table[8]); }), line_of_store, "write",
                 "argument 1 of fill");
    cudaDeviceReset();
    const DeviceArray<float> out(8);
    expect_named(reports_of([&] { copy<<<1, 8>>>(out.get(), weights); }), line_of_copy, "read",
                 "argument 2 of copy is the __constant__ variable weights");
}

TEST_F(NamesOfVariables, InKernelsAreTheVariables) {
    EXPECT_SILENT(reports_of([] { fill_table<<<1, 64>>>(); }));
    EXPECT_SILENT(reports_of([] { fill<<<1, 8>>>(shared_by_both); }));
}

TEST_F(NamesOfVariables, PointersToVariablesAreFine) {
    float* pointer = nullptr;
    ASSERT_EQ(cudaGetSymbolAddress(reinterpret_cast<void**>(&pointer), asked), cudaSuccess);
    EXPECT_SILENT(reports_of([&] { fill<<<1, 8>>>(pointer); }));
    const Pointers all{pointer};
    EXPECT_SILENT(reports_of([&] { fill<<<1, 8>>>(all.table); }));
    const auto same = [](float* address) { return address; };
    EXPECT_SILENT(reports_of([&] { fill<<<1, 8>>>(same(pointer)); }));
}

}  // namespace
