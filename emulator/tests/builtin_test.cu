// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "device_test.hpp"

namespace {

class BuiltinVariables : public DeviceTest {};

// As `make emulate` has it: the device's branch is compiled, for host and device.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ != 700
#error "__CUDA_ARCH__ should be 700 in every .cu file of the CPU device"
#endif

__global__ void write_places(unsigned* out) {
    const auto place = threadIdx;
    const unsigned thread = place.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    out[block * blockDim.x * blockDim.y * blockDim.z + thread] = block * 1000 + thread;
}

TEST_F(BuiltinVariables, EveryThreadOfAThreeDimensionalGridRunsOnce) {
    DeviceArray<unsigned> out(2 * 3 * 4 * 5 * 2 * 3);
    write_places<<<dim3(2, 3, 4), dim3(5, 2, 3)>>>(out.get());
    const auto values = out.values();
    for (unsigned i = 0; i < values.size(); ++i)
        EXPECT_EQ(values[i], i / 30 * 1000 + i % 30);
}

__global__ void use_as_values(unsigned* out, int* warp) {
    const uint3& reference = threadIdx;
    __syncthreads();  // others have run since
    out[threadIdx.x] = min(threadIdx.x, 4U) * 10 + (reference.x == threadIdx.x);
    if (threadIdx.x == 7) printf("thread %u of %u\n", threadIdx.x, blockDim.x);
    *warp = warpSize;
}

TEST_F(BuiltinVariables, CanBeUsedAsValuesReferencesAndVariadicArguments) {
    DeviceArray<unsigned> out(8);
    DeviceArray<int> warp(1);
    testing::internal::CaptureStdout();
    use_as_values<<<1, 8>>>(out.get(), warp.get());
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "thread 7 of 8\n");
    EXPECT_EQ(out.values(), (std::vector<unsigned>{1, 11, 21, 31, 41, 41, 41, 41}));
    EXPECT_EQ(warp.values()[0], 32);
}

TEST_F(BuiltinVariables, MembersMayHaveTheSameNames) {
    cudaLaunchConfig_t configuration{};
    configuration.gridDim = dim3(3);
    configuration.blockDim = dim3(4);
    EXPECT_EQ(configuration.gridDim.x * configuration.blockDim.x, 12U);
}

__global__ void last_block(int* out) {
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) *out = static_cast<int>(blockIdx.x);
}

TEST_F(BuiltinVariables, GridsMayHaveMoreThan65535Blocks) {
    DeviceArray<int> out(1);
    last_block<<<70000, 2>>>(out.get());
    EXPECT_EQ(out.values()[0], 69999);
}

__constant__ float coefficients[3] = {1, 2, 3};
__device__ int counter = 5;

__global__ void read_constants(float* out) {
    *out = coefficients[0] + coefficients[1] + coefficients[2];
    ++counter;
}

TEST_F(BuiltinVariables, ConstantAndDeviceVariablesCanBeCopied) {
    DeviceArray<float> out(1);
    read_constants<<<1, 1>>>(out.get());
    EXPECT_EQ(out.values()[0], 6);
    const float changed[3] = {10, 20, 30};
    EXPECT_EQ(cudaMemcpyToSymbol(coefficients, changed, sizeof changed), cudaSuccess);
    read_constants<<<1, 1>>>(out.get());
    EXPECT_EQ(out.values()[0], 60);
    int count = 0;
    EXPECT_EQ(cudaMemcpyFromSymbol(&count, counter, sizeof count), cudaSuccess);
    EXPECT_EQ(count, 7);
}

__global__ void read_clock(long long* out) {
    const long long before = clock64();
    __nanosleep(1);
    out[0] = clock64() - before;
}

TEST_F(BuiltinVariables, TheClockDoesNotRunBackwards) {
    DeviceArray<long long> out(1);
    read_clock<<<1, 1>>>(out.get());
    EXPECT_GE(out.values()[0], 0);
}

}  // namespace
