// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// A profile in a test, as docs/profile.md shows it.

#include "launch_fixture.hpp"

namespace workshop::emulator::profile_tests {

namespace {

__global__ void scale(const float* x, float* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    y[i] = 2.0F * x[i];
}

}  // namespace

TEST(ProfileInATest, AsTheTextShowsIt) {
    constexpr int blocks = 3;
    constexpr int threads = 64;
    const DeviceArray<float> in(blocks * threads);
    const DeviceArray<float> out(blocks * threads);
    const float* x = in.get();
    float* y = out.get();
    //! [profile]
    start_profile();
    name_buffer(x, "x");
    scale<<<blocks, threads>>>(x, y);
    const std::vector<KernelProfile> kernels = stop_profile();
    EXPECT_EQ(kernels[0].sectors_per_load(), 4.0);  // neighbours read neighbours
    EXPECT_EQ(kernels[0].buffer("x")->reads_per_element(), 1.0);
    //! [profile]
}

}  // namespace workshop::emulator::profile_tests
