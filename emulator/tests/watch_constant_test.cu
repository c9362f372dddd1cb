// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Kernels that write to __constant__ variables: nvcc does not compile them, or warns where it is an
// element of an array.

#include "watch_test.hpp"

namespace {

class ConstantMemory : public WatchTest {};

const char* const what = "memcheck: a kernel writes to a __constant__ variable";

__constant__ int written_constants[4];
__constant__ char written_bytes[8];
__constant__ int read_constants[4] = {1, 2, 3, 4};
__device__ int beside_them[4];

__global__ void write_words(bool constants) {
    int* const to = constants ? written_constants : beside_them;
    to[threadIdx.x] = read_constants[threadIdx.x];
}
constexpr int line_of_write_words = __LINE__ - 2;

TEST_F(ConstantMemory, Words) {
    EXPECT_SILENT(reports_of([&] { write_words<<<1, 4>>>(false); }));
    cudaError_t error = cudaErrorUnknown;
    const std::string text = reports_of([&] { write_words<<<1, 4>>>(true); }, &error);
    EXPECT_REPORT(text, line_of_write_words, what);
    EXPECT_CONTAINS(text, "::written_constants");
    EXPECT_CONTAINS(text, "block (0,0,0), thread (0,0,0)");
    EXPECT_CONTAINS(text, "4 times in this launch");
    EXPECT_CONTAINS(text, "cudaMemcpyToSymbol()");
    EXPECT_EQ(error, cudaSuccess);
    // What was written is of that launch only.
    EXPECT_SILENT(reports_of([&] { write_words<<<1, 4>>>(false); }));
}

__global__ void write_a_byte() {
    if (threadIdx.x == 3) written_bytes[5] = 1;
}

TEST_F(ConstantMemory, OneByte) {
    const std::string text = reports_of([&] { write_a_byte<<<1, 32>>>(); });
    EXPECT_CONTAINS(text, what);
    EXPECT_CONTAINS(text, "thread (3,0,0)");
    EXPECT_CONTAINS(text, "once in this launch");
}

__global__ void add_to_a_constant() {
    atomicAdd(&written_constants[1], 1);
}

TEST_F(ConstantMemory, Atomics) {
    EXPECT_CONTAINS(reports_of([&] { add_to_a_constant<<<1, 1>>>(); }), what);
}

__global__ void sum_constants(int* out) {
    *out = read_constants[0] + read_constants[3] + written_bytes[0];
}

TEST_F(ConstantMemory, CopiesOfTheHostAreNoWriteOfAKernel) {
    const DeviceArray<int> out(1);
    const int values[4] = {5, 6, 7, 8};
    EXPECT_SILENT(reports_of([&] {
        cudaMemcpyToSymbol(read_constants, values, sizeof values);
        sum_constants<<<1, 1>>>(out.get());
    }));
    EXPECT_EQ(out.values()[0], 13);
}

}  // namespace
