// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// racecheck: both accesses stand on one line. Is it one statement, which no barrier can part?

#include "watch_test.hpp"

namespace {

class OneLine : public WatchTest {};

const char* const lost = "read and change the same element in one statement";

__global__ void count(int* out) {
    __shared__ int total[1];
    if (threadIdx.x == 0) total[0] = 0;
    __syncthreads();
    total[0] += 1;
    __syncthreads();
    if (threadIdx.x == 0) *out = total[0];
}

__global__ void count_by_hand(int* out) {
    __shared__ int total[1];
    if (threadIdx.x == 0) total[0] = 0;
    __syncthreads();
    total[0] = total[0] + 1;
    __syncthreads();
    if (threadIdx.x == 0) *out = total[0];
}

// clang-format off
/// Odd-even sort. The barrier of each round is missing.
__global__ void sort(int* values) {
    __shared__ int s[128];
    s[threadIdx.x] = values[threadIdx.x];
    __syncthreads();
    const unsigned t = threadIdx.x;
    for (unsigned round = 0; round < 128; ++round) {
        if (t % 2 == round % 2 && t < 127) { if (s[t] > s[t + 1]) { const int tmp = s[t]; s[t] = s[t + 1]; s[t + 1] = tmp; } }
    }
    __syncthreads();
    values[t] = s[t];
}
// clang-format on

TEST_F(OneLine, AChangeInOneStatement) {
    const DeviceArray<int> out(1);
    EXPECT_CONTAINS(reports_of([&] { count<<<1, 64>>>(out.get()); }), lost);
    EXPECT_CONTAINS(reports_of([&] { count_by_hand<<<1, 64>>>(out.get()); }), lost);
}

TEST_F(OneLine, ASwapIsSeveralStatements) {
    const DeviceArray<int> values(128);
    cudaMemset(values.get(), 0, 128 * sizeof(int));
    std::vector<int> falling(128);
    for (int i = 0; i < 128; ++i)
        falling[static_cast<std::size_t>(i)] = 128 - i;
    cudaMemcpy(values.get(), falling.data(), 128 * sizeof(int), cudaMemcpyHostToDevice);
    const std::string text = reports_of([&] { sort<<<1, 128>>>(values.get()); });
    EXPECT_CONTAINS(text, "racecheck: Race reported");
    EXPECT_EQ(text.find(lost), std::string::npos) << text;
    EXPECT_EQ(text.find("No barrier fits"), std::string::npos) << text;
    EXPECT_CONTAINS(text, "__syncthreads()");
}

}  // namespace
