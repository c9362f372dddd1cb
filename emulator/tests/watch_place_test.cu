// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// How reports call the place of an access, where several ways are possible.

#include "watch_test.hpp"

namespace {

__global__ void both_sizes(short* out) {
    if (threadIdx.x == 0) reinterpret_cast<int*>(out)[0] = 5;
    if (threadIdx.x == 1) out[1] = 6;
}
__global__ void bytes_of_three(signed char* out) {
    out[5] = static_cast<signed char>(threadIdx.x);
}

__device__ int partial[64];
__device__ int single;
__global__ void into_partial() {
    partial[60] = static_cast<int>(threadIdx.x);
}
__global__ void into_single() {
    single = static_cast<int>(threadIdx.x);
}

// Without it the compiler leaves the stores out.
__global__ void read_both(int* out) {
    *out = partial[60] + single;
}

struct Sums {
    float first[4];
    float second[4];
};
__global__ void half_of_sums(float* out) {
    __shared__ Sums sums;
    sums.first[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = sums.first[threadIdx.x] + sums.second[threadIdx.x];
}
__global__ void one_past(float* out) {
    __shared__ float values[8];
    values[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x + 1];
}

// Three kernels whose arrays are called the same: beside that of the second lie those of the
// others.
__global__ void first_diff(const float* in, float* out) {
    __shared__ float diff_tile[128];
    diff_tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = diff_tile[127 - threadIdx.x];
}
template <int Step>
__global__ void __launch_bounds__(128) second_diff(const float* in, float* out) {
    __shared__ float diff_tile[128];
    diff_tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (Step >= 0) {
        out[threadIdx.x] = diff_tile[threadIdx.x + Step];
    } else {
        out[threadIdx.x] = diff_tile[static_cast<int>(threadIdx.x) - 1];
    }
}
constexpr int line_of_step_behind = __LINE__ - 5;
constexpr int line_of_step_before = __LINE__ - 4;
__global__ void third_diff(const float* in, float* out) {
    __shared__ float diff_tile[128];
    diff_tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = diff_tile[127 - threadIdx.x];
}

class Places : public WatchTest {};

TEST_F(Places, OfAccessesOfTwoSizes) {
    const DeviceArray<int> memory(4);
    auto* const out = reinterpret_cast<short*>(memory.get());
    const std::string text = reports_of([&] { both_sizes<<<1, 2>>>(out); });
    EXPECT_CONTAINS(text, "both use out[1], byte 2 of allocation ");
    EXPECT_EQ(count_of(text, "], element"), 0) << text;
}

TEST_F(Places, OfBytes) {
    const DeviceArray<signed char> out(8);
    EXPECT_CONTAINS(reports_of([&] { bytes_of_three<<<1, 3>>>(out.get()); }),
                    "both use out.get()[5], element 5 of allocation ");
}

TEST_F(Places, InVariables) {
    std::string text = reports_of([] { into_partial<<<1, 2>>>(); });
    EXPECT_CONTAINS(text, "both use element 60 of the variable ");
    EXPECT_CONTAINS(text, "partial (byte 240 of 256)");
    text = reports_of([] { into_single<<<1, 2>>>(); });
    EXPECT_CONTAINS(text, "both use the variable ");
    EXPECT_CONTAINS(text, "single\n");
    const DeviceArray<int> out(1);
    EXPECT_SILENT(reports_of([&] { read_both<<<1, 1>>>(out.get()); }));
}

// The first element of the second member is no partner of an odd number.
TEST_F(Places, InAStructure) {
    const DeviceArray<float> out(4);
    EXPECT_EQ(count_of(reports_of([&] { half_of_sums<<<1, 4>>>(out.get()); }), "odd number"), 0);
    EXPECT_EQ(count_of(reports_of([&] { one_past<<<1, 4>>>(out.get()); }), "odd number"), 1);
}

/// An array of another kernel is never meant, though it is called the same.
TEST_F(Places, BesideArraysOfOtherKernels) {
    const DeviceArray<float> in(std::vector<float>(128, 1.0F));
    const DeviceArray<float> out(128);
    EXPECT_SILENT(reports_of([&] {
        first_diff<<<1, 128>>>(in.get(), out.get());
        second_diff<0><<<1, 128>>>(in.get(), out.get());
        third_diff<<<1, 128>>>(in.get(), out.get());
    }));
    const auto look = [](const std::string& text, int line, const char* where) {
        EXPECT_CONTAINS(text, at_line(__FILE__, line));
        EXPECT_CONTAINS(text, where);
        EXPECT_CONTAINS(text, "likely cause: an index outside the array");
        EXPECT_EQ(text.find("first_diff"), std::string::npos) << text;
        EXPECT_EQ(text.find("third_diff"), std::string::npos) << text;
    };
    look(reports_of([&] { second_diff<1><<<1, 128>>>(in.get(), out.get()); }), line_of_step_behind,
         "the address is 1 byte behind the last byte of the shared array diff_tile of ");
    look(reports_of([&] { second_diff<-1><<<1, 128>>>(in.get(), out.get()); }), line_of_step_before,
         "the address is 4 bytes before the shared array diff_tile of ");
}

}  // namespace
