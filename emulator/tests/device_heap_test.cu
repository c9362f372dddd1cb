// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// What kernels allocate by malloc and new is device memory that the runtime does not know.

#include <cstdlib>

#include "device_test.hpp"

namespace {

__device__ int* kept;

__global__ void allocate(bool by_new) {
    kept = by_new ? new int[16] : static_cast<int*>(malloc(16 * sizeof(int)));
    for (int i = 0; i < 16; ++i)
        kept[i] = i;
}
constexpr int line_of_allocate = __LINE__ - 4;

__global__ void copy_out(int* to) {
    to[threadIdx.x] = kept[threadIdx.x];
}

__global__ void give_back() {
    delete[] kept;
}

class DeviceHeap : public DeviceTest {
  protected:
    static int* pointer_of_kernel(bool by_new = true) {
        allocate<<<1, 1>>>(by_new);
        int* pointer = nullptr;
        EXPECT_EQ(cudaMemcpyFromSymbol(&pointer, kept, sizeof pointer), cudaSuccess);
        return pointer;
    }

    /// A call of the host that CUDA refuses.
    template <class Call>
    static void expect_refused(const char* function, const Call& call) {
        cudaError_t error = cudaSuccess;
        const std::string text = messages_of([&] { error = call(); });
        EXPECT_EQ(error, cudaErrorInvalidValue) << function;
        EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue) << function;
        EXPECT_CONTAINS(text, std::string(function) + ": ");
        EXPECT_CONTAINS(text,
                        " is in memory of a kernel's own malloc or new: 64 bytes that a kernel "
                        "allocated at " +
                            std::string(__FILE__) + ":" + std::to_string(line_of_allocate));
        EXPECT_CONTAINS(text, "only kernels can use and free");
    }
};

TEST_F(DeviceHeap, IsNoMemoryForCopies) {
    int* const heap = pointer_of_kernel();
    int values[16] = {};
    const DeviceArray<int> known(16);
    expect_refused("cudaMemcpy",
                   [&] { return cudaMemcpy(values, heap, sizeof values, cudaMemcpyDeviceToHost); });
    expect_refused("cudaMemcpy",
                   [&] { return cudaMemcpy(values, heap + 4, 4, cudaMemcpyDefault); });
    expect_refused("cudaMemcpy",
                   [&] { return cudaMemcpy(heap, values, sizeof values, cudaMemcpyHostToDevice); });
    expect_refused("cudaMemcpyAsync", [&] {
        return cudaMemcpyAsync(known.get(), heap, sizeof values, cudaMemcpyDeviceToDevice);
    });
    expect_refused("cudaMemcpy2D",
                   [&] { return cudaMemcpy2D(heap, 8, values, 8, 8, 2, cudaMemcpyHostToDevice); });
    expect_refused("cudaMemset", [&] { return cudaMemset(heap, 0, sizeof values); });
    expect_refused("cudaMemsetAsync", [&] { return cudaMemsetAsync(heap, 0, sizeof values); });
    EXPECT_EQ(values[5], 0);
    // The way that is left.
    copy_out<<<1, 16>>>(known.get());
    EXPECT_EQ(known.values()[5], 5);
    cudaPointerAttributes attributes{};
    EXPECT_EQ(cudaPointerGetAttributes(&attributes, heap), cudaSuccess);
    EXPECT_EQ(attributes.type, cudaMemoryTypeUnregistered);
}

TEST_F(DeviceHeap, IsNotFreedByTheHost) {
    for (const bool by_new : {true, false}) {
        int* const heap = pointer_of_kernel(by_new);
        expect_refused("cudaFree", [&] { return cudaFree(heap); });
        expect_refused("cudaFreeAsync", [&] { return cudaFreeAsync(heap, nullptr); });
        const DeviceArray<int> known(16);
        copy_out<<<1, 16>>>(known.get());
        EXPECT_EQ(known.values()[15], 15);
    }
    EXPECT_EQ(messages_of([] {
                  give_back<<<1, 1>>>();
                  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
              }),
              "");
}

/// Neither does the C library know the memory: it ends the program.
TEST_F(DeviceHeap, IsNotFreedByFreeOfTheHost) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_DEATH(
        {
            int* const heap = pointer_of_kernel();
            delete[] heap;
        },
        "the host frees pointer 0x[0-9a-f]+ with free\\(\\) or delete; it is device memory");
}

}  // namespace
