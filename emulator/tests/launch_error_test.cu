// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "device_test.hpp"

namespace {

class LaunchErrors : public DeviceTest {
  protected:
    DeviceArray<int> out_{1};
};

__global__ void mark(int* out) {
    *out = 1;
}
template <class T>
__global__ void use_dynamic(T* out, int last) {
    extern __shared__ T values[];
    values[last] = 3;
    *out = values[last];
}
__global__ void mark_large(int* out) {
    __shared__ int values[10000];
    values[threadIdx.x] = 1;
    *out = values[0];
}

void expect_refused(DeviceArray<int>& out, dim3 grid, dim3 block, std::size_t dynamic_bytes,
                    cudaError_t error) {
    testing::internal::CaptureStderr();
    mark<<<grid, block, dynamic_bytes>>>(out.get());
    const std::string messages = testing::internal::GetCapturedStderr();
    EXPECT_CONTAINS(messages, "error: the launch of mark was refused: ");
    EXPECT_EQ(cudaPeekAtLastError(), error);
    EXPECT_EQ(cudaGetLastError(), error);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);  // not sticky
    EXPECT_EQ(out.values()[0], 0);
}

TEST_F(LaunchErrors, SizesThatNoDeviceHasAreRefusedAndNothingRuns) {
    const cudaError_t invalid = cudaErrorInvalidConfiguration;
    expect_refused(out_, 1, 1025, 0, invalid);
    expect_refused(out_, 1, dim3(32, 33), 0, invalid);
    expect_refused(out_, 1, dim3(1, 1, 65), 0, invalid);
    expect_refused(out_, 0, 32, 0, invalid);
    expect_refused(out_, 1, 0, 0, invalid);
    expect_refused(out_, dim3(1, 65536), 32, 0, invalid);
    expect_refused(out_, dim3(1, 1, 65536), 32, 0, invalid);
    expect_refused(out_, dim3(0x80000000U), 32, 0, invalid);
}

TEST_F(LaunchErrors, TheLargestSizesRun) {
    mark<<<1, 1024>>>(out_.get());
    mark<<<1, dim3(4, 4, 64)>>>(out_.get());
    mark<<<dim3(1, 65535), 1>>>(out_.get());
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(out_.values()[0], 1);
}

TEST_F(LaunchErrors, DynamicSharedMemoryNeedsPermissionAbove48Kilobytes) {
    expect_refused(out_, 1, 1, 48 * 1024 + 1, cudaErrorInvalidValue);
    expect_refused(out_, 1, 1, 1024 * 1024 * 1024, cudaErrorInvalidValue);
    const int bytes = 60 * 1024;
    const int last = bytes / 4 - 1;
    const std::string messages =
        messages_of([&] { use_dynamic<<<1, 1, bytes>>>(out_.get(), last); });
    EXPECT_CONTAINS(messages, "unless cudaFuncSetAttribute() allows more");
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
    EXPECT_EQ(
        cudaFuncSetAttribute(use_dynamic<int>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
        cudaSuccess);
    use_dynamic<<<1, 1, bytes>>>(out_.get(), last);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(out_.values()[0], 3);
}

TEST_F(LaunchErrors, StaticSharedMemoryCountsToo) {
    const std::string messages = messages_of([&] { mark_large<<<1, 1, 10 * 1024>>>(out_.get()); });
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
    EXPECT_CONTAINS(messages, "10240 bytes of dynamic shared memory; this kernel may use ");
    mark_large<<<1, 1, 8 * 1024>>>(out_.get());
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(out_.values()[0], 1);
}

/// 64 KiB: nvcc does not compile it.
__global__ void mark_too_large(int* out) {
    __shared__ int values[16 * 1024];
    values[threadIdx.x] = 1;
    *out = values[threadIdx.x];
}
/// 48 KiB, the most that it compiles.
__global__ void mark_largest(int* out) {
    __shared__ int values[12 * 1024];
    values[threadIdx.x] = 1;
    *out = values[threadIdx.x];
}

TEST_F(LaunchErrors, StaticSharedMemoryEndsAt48Kilobytes) {
    mark_largest<<<1, 1>>>(out_.get());
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(out_.values()[0], 1);
    const std::string messages = messages_of([&] { mark_too_large<<<1, 1>>>(out_.get()); });
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
    EXPECT_CONTAINS(messages, "uses too much shared data (0x10000 bytes, 0xc000 max)");
    EXPECT_CONTAINS(messages, "extern __shared__");
    EXPECT_CONTAINS(messages, "cudaFuncAttributeMaxDynamicSharedMemorySize");
}

TEST_F(LaunchErrors, TheMessageNamesTheLineOfTheLaunch) {
    const std::string messages = messages_of([&] { mark<<<1, 2000>>>(out_.get()); });
    EXPECT_CONTAINS(messages, at_line(__FILE__, __LINE__ - 1));
    EXPECT_CONTAINS(messages, "cudaGetLastError() returns cudaErrorInvalidConfiguration");
    cudaGetLastError();
}

TEST_F(LaunchErrors, ACooperativeGridMustBeResident) {
    int* pointer = out_.get();
    void* arguments[] = {&pointer};
    testing::internal::CaptureStderr();
    EXPECT_EQ(cudaLaunchCooperativeKernel(mark, dim3(1000000), dim3(1024), arguments),
              cudaErrorCooperativeLaunchTooLarge);
    EXPECT_CONTAINS(testing::internal::GetCapturedStderr(), "a cooperative grid of 1000000 blocks");
    cudaGetLastError();
}

__global__ void launch_another(int* out) {
    mark<<<1, 1>>>(out);
}

TEST_F(LaunchErrors, DynamicParallelismIsNamed) {
    const std::string messages = messages_of([&] { launch_another<<<1, 1>>>(out_.get()); });
    EXPECT_CONTAINS(messages, "dynamic parallelism is not supported by the CPU device");
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
}

}  // namespace
