// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// What a record knows of kernels: the memory that their arguments point to.

#include <emulator/call_record.h>

#include "device_test.hpp"

namespace {

using namespace workshop::emulator;

struct Part {
    int number;
    float* data;
};

__global__ void fill(float* data) {
    data[threadIdx.x] = 1.0F;
}
__global__ void fill_part(Part part) {
    part.data[part.number] = 1.0F;
}

/// Memory of one stream, used by a kernel in another.
class RecordOfKernels : public DeviceTest {
  protected:
    RecordOfKernels() {
        cudaStreamCreate(&stream);
        cudaStreamCreate(&other);
        start_call_record();
        cudaMallocAsync(&block, 64, stream);
    }
    ~RecordOfKernels() override {
        (void)stop_call_record();
        cudaFree(block);
        cudaStreamDestroy(other);
        cudaStreamDestroy(stream);
    }
    bool in_order() { return stop_call_record().memory_is_in_order(); }

    cudaStream_t stream = nullptr;
    cudaStream_t other = nullptr;
    float* block = nullptr;
};

TEST_F(RecordOfKernels, AKernelInTheSameStreamIsInOrder) {
    fill<<<1, 4, 0, stream>>>(block);
    EXPECT_TRUE(in_order());
}

TEST_F(RecordOfKernels, TheThreadsOfABlockAreKnown) {
    fill<<<3, 4, 0, stream>>>(block);
    fill<<<1, dim3(4, 3, 2), 0, stream>>>(block);
    cudaMemsetAsync(block, 0, 4, stream);
    const CallRecord record = stop_call_record();
    ASSERT_EQ(record.steps.size(), 4u);  // the first one takes the memory
    EXPECT_EQ(record.steps[1].threads_of_block, 4u);
    EXPECT_EQ(record.steps[2].threads_of_block, 24u);
    EXPECT_EQ(record.steps[3].threads_of_block, 0u);
}

TEST_F(RecordOfKernels, AKernelInAnotherStreamIsNot) {
    fill<<<1, 4, 0, other>>>(block + 4);
    EXPECT_FALSE(in_order());
}

TEST_F(RecordOfKernels, APointerInAStructureCounts) {
    fill_part<<<1, 1, 0, other>>>(Part{2, block});
    EXPECT_FALSE(in_order());
}

TEST_F(RecordOfKernels, AKernelWithOtherMemoryMayBeAnywhere) {
    DeviceArray<float> unrelated(4);
    fill<<<1, 4, 0, other>>>(unrelated.get());
    EXPECT_TRUE(in_order());
}

TEST_F(RecordOfKernels, LaunchedByAddressesOfArguments) {
    void* arguments[] = {&block};
    EXPECT_EQ(cudaLaunchKernel(fill, dim3(1), dim3(1), arguments, 0, other), cudaSuccess);
    EXPECT_FALSE(in_order());
}

}  // namespace
