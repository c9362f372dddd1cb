// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// memcheck: an index so far outside of a shared array or a variable that it leads to nothing of the
// device.

#include <sys/mman.h>

#include <cstdint>
#include <memory>
#include <vector>

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

struct Job {
    const float* values;
    float* sum;
};
__constant__ float weights[16];
__constant__ Job constant_job;
__device__ float* device_row;
__device__ int count_of_rows;

__global__ void scale(Job* job) {
    job->sum[0] = job->values[blockIdx.x * blockDim.x + threadIdx.x];
}
constexpr int line_of_scale = __LINE__ - 2;
__global__ void weigh(Job* job) {
    for (int i = 0; i < 4; ++i)
        *job->sum = weights[i] * job->values[i + threadIdx.x];
}
constexpr int line_of_weigh = __LINE__ - 2;
__global__ void load_tile(Job* job) {
    __shared__ float tile[64];
    tile[threadIdx.x] = job->values[threadIdx.x];
    __syncthreads();
    *job->sum = tile[0];
}
constexpr int line_of_load_tile = __LINE__ - 4;
__global__ void store_rows(float** rows) {
    rows[blockIdx.x][threadIdx.x] = static_cast<float>(count_of_rows);
}
constexpr int line_of_store_rows = __LINE__ - 2;
__global__ void use_constant_job(float* out) {
    *out = constant_job.values[threadIdx.x];
}
constexpr int line_of_constant_job = __LINE__ - 2;
__global__ void use_device_row(float* out) {
    *out = device_row[threadIdx.x];
}
constexpr int line_of_device_row = __LINE__ - 2;

/// A structure that was copied as it stands: its pointer leads to memory of the host. What else the
/// line names was not meant. Large memory of the C library lies in pages of its own, which may be
/// right beside the device's.
class NoDeepCopy : public FarAway, public testing::WithParamInterface<std::size_t> {
  protected:
    static void look(const std::string& text, int line) {
        EXPECT_CONTAINS(text, at_line(__FILE__, line));
        EXPECT_CONTAINS(text, ": the address is memory of the host");
        EXPECT_CONTAINS(text, "likely cause: a pointer from new, malloc");
        EXPECT_EQ(text.find("the variable"), std::string::npos) << text;
        EXPECT_EQ(text.find("allocation 1"), std::string::npos) << text;
    }
    std::vector<float> host_ = std::vector<float>(GetParam());
    DeviceArray<float> sum_{1};
    DeviceArray<Job> job_{std::vector<Job>{{host_.data(), sum_.get()}}};
};

TEST_P(NoDeepCopy, BesideABuiltInVariable) {
    look(reports_of([&] { scale<<<1, 4>>>(job_.get()); }), line_of_scale);
}

TEST_P(NoDeepCopy, BesideAConstantArray) {
    look(reports_of([&] { weigh<<<1, 4>>>(job_.get()); }), line_of_weigh);
}

TEST_P(NoDeepCopy, BesideASharedArray) {
    look(reports_of([&] { load_tile<<<1, 4>>>(job_.get()); }), line_of_load_tile);
}

TEST_P(NoDeepCopy, RowsOfTheHost) {
    const DeviceArray<float*> rows(std::vector<float*>{host_.data()});
    look(reports_of([&] { store_rows<<<1, 4>>>(rows.get()); }), line_of_store_rows);
}

TEST_P(NoDeepCopy, InAVariable) {
    const Job job{host_.data(), nullptr};
    ASSERT_EQ(cudaMemcpyToSymbol(constant_job, &job, sizeof job), cudaSuccess);
    look(reports_of([&] { use_constant_job<<<1, 4>>>(sum_.get()); }), line_of_constant_job);
    cudaDeviceReset();
    ASSERT_EQ(cudaMemcpyToSymbol(device_row, &job.values, sizeof job.values), cudaSuccess);
    const DeviceArray<float> out(1);
    look(reports_of([&] { use_device_row<<<1, 4>>>(out.get()); }), line_of_device_row);
}

INSTANTIATE_TEST_SUITE_P(FarAway, NoDeepCopy, testing::Values(64, 1 << 20));

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
