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

__global__ void ask_for(int** kept_by, std::size_t count, std::size_t index) {
    __shared__ int* all;
    if (threadIdx.x == 0) all = static_cast<int*>(malloc(count * sizeof(int)));
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) all[index] = 1;
    if (threadIdx.x == 0) *kept_by = all;
}
constexpr int line_of_ask = __LINE__ - 5;

__global__ void free_kept(int at) {
    free(kept + at);
}
__global__ void free_twice() {
    free(kept);
    free(kept);
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

TEST_F(DeviceHeap, IsFullAtItsLimit) {
    const auto message = [](unsigned threads, std::size_t count, std::size_t index) {
        cudaDeviceReset();
        const DeviceArray<int*> out(1);
        return messages_of([&] {
            ask_for<<<1, threads>>>(out.get(), count, index);
            EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
        });
    };
    // Also where another thread uses it, and with an index.
    for (const unsigned threads : {1U, 64U}) {
        for (const std::size_t index : {0U, 3000000U}) {
            const std::string text = message(threads, 4 << 20, index);
            EXPECT_CONTAINS(text, ", through a null pointer");
            EXPECT_CONTAINS(text, "malloc() or new at " + std::string(__FILE__) + ":" +
                                      std::to_string(line_of_ask) +
                                      " gave a null pointer: it asked for 16777216 bytes, and the "
                                      "heap of kernels has 8388608 bytes, 0 of them in use");
            EXPECT_CONTAINS(text, "cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes)");
        }
    }
    cudaDeviceReset();
    ASSERT_EQ(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20), cudaSuccess);
    const DeviceArray<int*> out(1);
    EXPECT_EQ(messages_of([&] {
                  ask_for<<<1, 64>>>(out.get(), 4 << 20, 0);
                  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
              }),
              "");
}

TEST_F(DeviceHeap, IsFreedOnce) {
    const auto message = [](auto launch) {
        cudaDeviceReset();
        pointer_of_kernel(false);
        return messages_of([&] {
            launch();
            EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
        });
    };
    EXPECT_CONTAINS(message([] { free_twice<<<1, 1>>>(); }),
                    "likely cause: the same thread frees the memory twice");
    EXPECT_CONTAINS(message([] { free_kept<<<1, 2>>>(0); }),
                    "likely cause: several threads free the same memory: one of them should");
    EXPECT_CONTAINS(message([] {
                        free_kept<<<1, 1>>>(0);
                        free_kept<<<1, 1>>>(0);
                    }),
                    "likely cause: an earlier launch has freed the memory");
    EXPECT_CONTAINS(message([] { free_kept<<<1, 1>>>(1); }),
                    "likely cause: a pointer into the memory: only the one that malloc()");
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
