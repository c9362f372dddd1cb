// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// cooperative_groups::memcpy_async(): nothing is there before the wait, and its faults have a line.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <numeric>

#include "watch_test.hpp"

namespace {

namespace cg = cooperative_groups;

class CopyAsync : public WatchTest {
  protected:
    static DeviceArray<float> numbers(int count) {
        std::vector<float> values(static_cast<std::size_t>(count));
        std::iota(values.begin(), values.end(), 0.0F);
        return DeviceArray<float>(values);
    }
};

template <bool Wait>
__global__ void reverse(const float* in, float* out) {
    __shared__ float tile[64];
    const auto block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof tile);
    if (Wait) {
        cg::wait(block);
    } else {
        block.sync();
    }
    out[threadIdx.x] = tile[63 - threadIdx.x];
}
constexpr int line_of_reverse = __LINE__ - 2;
constexpr int line_of_copy = __LINE__ - 9;

/// No copy of this kernel: the advice is the ordinary one, though other kernels of the file copy.
__global__ void reads_what_nobody_wrote(float* out) {
    __shared__ float values[64];
    if (threadIdx.x < 32) values[threadIdx.x] = 1.0F;
    __syncthreads();
    out[threadIdx.x] = values[63 - threadIdx.x];
}

TEST_F(CopyAsync, OnlyWhatACopyGoesToNeedsAWait) {
    const DeviceArray<float> out(64);
    const std::string text = reports_of([&] { reads_what_nobody_wrote<<<1, 64>>>(out.get()); });
    EXPECT_CONTAINS(text, "initcheck: Uninitialized __shared__ memory read of size 4 bytes");
    EXPECT_EQ(text.find("memcpy_async"), std::string::npos) << text;
    EXPECT_EQ(text.find("cooperative_groups::wait"), std::string::npos) << text;
}

TEST_F(CopyAsync, ABarrierDoesNotWaitForTheCopy) {
    const DeviceArray<float> in = numbers(64);
    const DeviceArray<float> out(64);
    EXPECT_SILENT(reports_of([&] { reverse<true><<<1, 64>>>(in.get(), out.get()); }));
    EXPECT_EQ(out.values()[0], 63);
    const std::string text = reports_of([&] { reverse<false><<<1, 64>>>(in.get(), out.get()); });
    EXPECT_REPORT(text, line_of_reverse,
                  "initcheck: Uninitialized __shared__ memory read of size 4 bytes");
    EXPECT_CONTAINS(text, "or a copy of memcpy_async() that nobody has waited for");
    EXPECT_CONTAINS(text, "next: call cooperative_groups::wait() before you read");
}

TEST_F(CopyAsync, BehindTheEndOfTheSource) {
    const DeviceArray<float> in = numbers(32);
    const DeviceArray<float> out(64);
    const std::string text = reports_of([&] { reverse<true><<<1, 64>>>(in.get(), out.get()); });
    EXPECT_REPORT(
        text, line_of_copy,
        "memcheck: Invalid __global__ read of size 4 bytes: the address is out of bounds");
    EXPECT_CONTAINS(text, "32 times in this launch");
}

/// Two tiles: one is copied while the other is used.
template <bool Barrier>
__global__ void add_up(const float* in, float* out, int tiles) {
    __shared__ float tile[2][32];
    const auto block = cg::this_thread_block();
    float sum = 0;
    cg::memcpy_async(block, tile[0], in, sizeof tile[0]);
    for (int i = 0; i < tiles; ++i) {
        const int next = i + 1 < tiles ? i + 1 : i;
        cg::memcpy_async(block, tile[(i + 1) % 2], in + 32 * next, sizeof tile[0]);
        cg::wait_prior<1>(block);
        sum += tile[i % 2][31 - threadIdx.x];
        if (Barrier) block.sync();
    }
    cg::wait(block);
    out[blockIdx.x * 32 + threadIdx.x] = sum;
}
constexpr int line_of_next_copy = __LINE__ - 8;

TEST_F(CopyAsync, TwoStages) {
    const DeviceArray<float> in = numbers(4 * 32);
    const DeviceArray<float> out(64);
    EXPECT_SILENT(reports_of([&] { add_up<true><<<2, 32>>>(in.get(), out.get(), 4); }));
    EXPECT_EQ(out.values()[0], 31 + 63 + 95 + 127);
    const std::string text = reports_of([&] { add_up<false><<<1, 32>>>(in.get(), out.get(), 4); });
    EXPECT_CONTAINS(text, "racecheck: Race reported between ");
    EXPECT_CONTAINS(text, std::string(__FILE__) + ':' + std::to_string(line_of_next_copy));
    EXPECT_EQ(text.find("unknown line"), std::string::npos) << text;
}

}  // namespace
