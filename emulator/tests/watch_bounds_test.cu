// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// memcheck at the very ends of shared and device memory. A program of its own, with one shared
// array: behind it lie variables of the program.

#include "watch_test.hpp"

namespace {

class Ends : public WatchTest {};

__global__ void write_at(unsigned wide, int index, float* out) {
    __shared__ alignas(16) float values[6];
    if (threadIdx.x < 6) values[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        if (wide == 4) *reinterpret_cast<float4*>(&values[index]) = float4{1, 2, 3, 4};
        if (wide == 2) *reinterpret_cast<float2*>(&values[index]) = float2{1, 2};
        if (wide == 1) values[index] = 3;
    }
    __syncthreads();
    if (threadIdx.x < 6) out[threadIdx.x] = values[threadIdx.x];
}

TEST_F(Ends, SharedArray) {
    const auto reports = [](unsigned wide, int index, cudaError_t* error) {
        const DeviceArray<float> out(6);
        return reports_of([&] { write_at<<<1, 8>>>(wide, index, out.get()); }, error);
    };
    cudaError_t error = cudaErrorUnknown;
    EXPECT_SILENT(reports(2, 4, &error));
    EXPECT_SILENT(reports(4, 0, &error));
    EXPECT_EQ(error, cudaSuccess);
    std::string text = reports(4, 4, &error);
    EXPECT_CONTAINS(text,
                    "memcheck: Invalid __shared__ write of size 16 bytes: the address is out");
    EXPECT_CONTAINS(text, "a part of it is behind the shared array values of write_at");
    EXPECT_NE(error, cudaSuccess);
    cudaDeviceReset();
    text = reports(1, 6, &error);
    EXPECT_CONTAINS(text, "memcheck: Invalid __shared__ write of size 4 bytes: the address is out");
    EXPECT_CONTAINS(text, "1 byte behind the last byte of the shared array values of write_at");
    EXPECT_NE(error, cudaSuccess);
}

__global__ void read_at(const float* in, int index, float* out) {
    *out = in[index];
}

// The arrays of the program lie one behind the other, the first one where device memory begins.
TEST_F(Ends, DeviceMemory) {
    const DeviceArray<float> in(8);
    const DeviceArray<float> out(1);
    EXPECT_SILENT(reports_of([&] { read_at<<<1, 1>>>(in.get(), 7, out.get()); }));
    const std::string text = reports_of([&] { read_at<<<1, 1>>>(in.get(), -1, out.get()); });
    EXPECT_EQ(count_of(text, "memory of the host"), 0) << text;
    EXPECT_EQ(count_of(text, "error: "), 1) << text;
}

}  // namespace
