// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// What public programs do and lessons do not: kernels behind pointers, memory that kernels
// allocate.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "watch_test.hpp"

namespace {

class PublicPrograms : public WatchTest {};

__global__ void fill(int* out) {
    out[threadIdx.x] = static_cast<int>(threadIdx.x);
}
__global__ void fill_backwards(int* out) {
    out[threadIdx.x] = 31 - static_cast<int>(threadIdx.x);
}

// The pointer is a variable of the host; the kernel's threads must not be the ones that read it.
TEST_F(PublicPrograms, KernelInAVariable) {
    DeviceArray<int> out(32);
    void (*kernels[2])(int*) = {fill, fill_backwards};
    EXPECT_SILENT(reports_of([&] {
        for (void (*kernel)(int*) : kernels)
            kernel<<<1, 32>>>(out.get());
    }));
    EXPECT_EQ(out.values()[0], 31);
    EXPECT_SILENT(reports_of([&] { kernels[0]<<<1, 32>>>(out.get()); }));
    EXPECT_EQ(out.values()[0], 0);
}

struct Node {
    int value;
    Node* next;
};

__global__ void build_list(Node** head, int count) {
    *head = nullptr;
    for (int i = 0; i < count; ++i) {
        Node* node = static_cast<Node*>(malloc(sizeof(Node)));
        node->value = i;
        node->next = *head;
        *head = node;
    }
}
__global__ void sum_list(Node* const* head, int* sum) {
    *sum = 0;
    for (Node* node = *head; node != nullptr;) {
        *sum += node->value;
        Node* next = node->next;
        free(node);
        node = next;
    }
}

TEST_F(PublicPrograms, MemoryOfMallocLivesAcrossLaunches) {
    DeviceArray<Node*> head(1);
    DeviceArray<int> sum(1);
    EXPECT_SILENT(reports_of([&] {
        build_list<<<1, 1>>>(head.get(), 10);
        sum_list<<<1, 1>>>(head.get(), sum.get());
    }));
    EXPECT_EQ(sum.values()[0], 45);
}

__global__ void use_new(int* out) {
    int* scratch = new int[4];
    for (int i = 0; i < 4; ++i)
        scratch[i] = i + static_cast<int>(threadIdx.x);
    out[threadIdx.x] = scratch[3];
    delete[] scratch;
}

TEST_F(PublicPrograms, NewInEveryThread) {
    DeviceArray<int> out(64);
    EXPECT_SILENT(reports_of([&] { use_new<<<1, 64>>>(out.get()); }));
    EXPECT_EQ(out.values()[63], 66);
}

__global__ void write_behind(int** kept, int count) {
    int* scratch = new int[4];
    *kept = scratch;
    for (int i = 0; i < count; ++i)
        scratch[i] = i;
    delete[] scratch;
}
constexpr int line_of_write = __LINE__ - 3;

TEST_F(PublicPrograms, BehindTheEndOfNew) {
    DeviceArray<int*> kept(1);
    cudaError_t error = cudaSuccess;
    const std::string text = reports_of([&] { write_behind<<<1, 1>>>(kept.get(), 5); }, &error);
    EXPECT_REPORT(text, line_of_write,
                  "memcheck: Invalid __global__ write of size 4 bytes: the address is out of "
                  "bounds");
    EXPECT_EQ(error, cudaErrorIllegalAddress);
    // The kernel has freed it by now, and `kept` is the nearest that is left.
    EXPECT_CONTAINS(text,
                    "the address is 1 byte behind the last byte of 16 bytes that a kernel "
                    "allocated at " +
                        std::string(__FILE__) + ":" + std::to_string(line_of_write - 3));
    EXPECT_CONTAINS(text, "it would be element 4, and there are 4 elements");
}

__global__ void write_far(int** kept, int index) {
    int* scratch = new int[4];
    kept[threadIdx.x] = scratch;
    __syncthreads();
    if (threadIdx.x == 0) scratch[index] = 1;
}
constexpr int line_of_write_far = __LINE__ - 2;

/// Nearer to the memory of the next thread than to that of its own.
TEST_F(PublicPrograms, FarBehindTheEndOfNew) {
    DeviceArray<int*> kept(2);
    const std::string text = reports_of([&] { write_far<<<1, 2>>>(kept.get(), 100); });
    EXPECT_REPORT(text, line_of_write_far, "memcheck: Invalid __global__ write of size 4 bytes");
    EXPECT_CONTAINS(text, "385 bytes behind the last byte of 16 bytes that a kernel allocated");
}

__global__ void use_freed(int* volatile* kept, int* out) {
    kept[0] = static_cast<int*>(malloc(40));
    kept[0][1] = 1;
    free(kept[0]);
    *out = kept[0][1];
}
constexpr int line_of_use_freed = __LINE__ - 2;

TEST_F(PublicPrograms, MemoryOfAKernelAfterFree) {
    DeviceArray<int*> kept(1);
    DeviceArray<int> out(1);
    const std::string text = reports_of([&] { use_freed<<<1, 1>>>(kept.get(), out.get()); });
    EXPECT_REPORT(text, line_of_use_freed,
                  "memcheck: Invalid __global__ read of size 4 bytes: the memory was freed");
    const std::string file = std::string(__FILE__) + ":";
    EXPECT_CONTAINS(text, "element 1 of 40 bytes that a kernel allocated at " + file +
                              std::to_string(line_of_use_freed - 3));
    EXPECT_CONTAINS(text, "it was freed at " + file + std::to_string(line_of_use_freed - 1));
}

__global__ void free_by_all(int** shared_pointer) {
    if (threadIdx.x == 0) *shared_pointer = new int(5);
    __syncthreads();
    delete *shared_pointer;
}
constexpr int line_of_delete = __LINE__ - 2;

TEST_F(PublicPrograms, FreedByEveryThread) {
    DeviceArray<int*> pointer(1);
    cudaError_t error = cudaSuccess;
    const std::string text = reports_of([&] { free_by_all<<<1, 2>>>(pointer.get()); }, &error);
    EXPECT_REPORT(text, line_of_delete, "memcheck: a kernel frees pointer");
    const std::string file = std::string(__FILE__) + ":";
    EXPECT_CONTAINS(text, "it is 4 bytes that a kernel allocated at " + file +
                              std::to_string(line_of_delete - 2));
    EXPECT_CONTAINS(text, "it was freed at " + file + std::to_string(line_of_delete));
    EXPECT_CONTAINS(text, "which was freed before");
    EXPECT_CONTAINS(text, "kernel free_by_all, block (0,0,0), thread (");
    EXPECT_EQ(error, cudaErrorIllegalAddress);
}

struct Pair {
    float2 values[2];
    float4 more;
};
__global__ void share_vectors(float4* out) {
    __shared__ float4 one;
    __shared__ float2 two;
    __shared__ Pair pair;
    if (threadIdx.x == 0) {
        one = make_float4(1, 2, 3, 4);
        two = make_float2(5, 6);
        pair.values[1] = two;
        pair.more = one;
    }
    __syncthreads();
    out[threadIdx.x] = make_float4(one.x, pair.values[1].x, two.y, pair.more.w);
}

TEST_F(PublicPrograms, SharedVectorsThatAreNoArrays) {
    DeviceArray<float4> out(32);
    EXPECT_SILENT(reports_of([&] { share_vectors<<<1, 32>>>(out.get()); }));
    const float4 last = out.values()[31];
    EXPECT_EQ(last.x + 10 * last.y + 100 * last.z + 1000 * last.w, 4651);
}

__managed__ int total;
__global__ void add_to_total(bool atomically) {
    if (atomically) {
        atomicAdd(&total, 1);
    } else {
        total = total + 1;
    }
}
constexpr int line_of_add_to_total = __LINE__ - 3;

TEST_F(PublicPrograms, ManagedVariable) {
    EXPECT_SILENT(reports_of([&] {
        total = 3;
        add_to_total<<<1, 32>>>(true);
    }));
    EXPECT_EQ(total, 35);
    const std::string text = reports_of([&] { add_to_total<<<1, 32>>>(false); });
    EXPECT_REPORT(text, line_of_add_to_total, "racecheck: Race reported between ");
    EXPECT_CONTAINS(text, "both use the variable ");
    EXPECT_EQ(count_of(text, "abi:"), 0) << text;
}

struct alignas(4) Triple {
    float values[3];
};
__device__ __attribute__((noinline)) Triple make_triple(float first) {
    return {first, 2, 3};
}
__global__ void store_returned(Triple* out, bool all_in_one) {
    __shared__ Triple kept[32];
    kept[all_in_one ? 0 : threadIdx.x] = make_triple(static_cast<float>(threadIdx.x));
    out[threadIdx.x] = kept[all_in_one ? 0 : threadIdx.x];
}
constexpr int line_of_store = __LINE__ - 3;

TEST_F(PublicPrograms, AStructureThatAFunctionReturns) {
    DeviceArray<Triple> out(32);
    EXPECT_SILENT(reports_of([&] { store_returned<<<1, 32>>>(out.get(), false); }));
    EXPECT_EQ(out.values()[31].values[0], 31);
    const std::string text = reports_of([&] { store_returned<<<1, 32>>>(out.get(), true); });
    EXPECT_CONTAINS(text, at_line(__FILE__, line_of_store) + "racecheck: Race reported between");
}

constexpr int many = 1000;
__global__ void fill_in_every_thread(int* out) {
    for (int i = 0; i < many; ++i)
        out[i] = i;
}

// However many there are in one thread.
TEST_F(PublicPrograms, WritesOfTheSameValueAreAWarning) {
    DeviceArray<int> out(many);
    const std::string text = reports_of([&] { fill_in_every_thread<<<2, 2>>>(out.get()); });
    EXPECT_CONTAINS(text, "warning: racecheck: ");
    EXPECT_EQ(count_of(text, "error:"), 0) << text;
}

__global__ void sum_in_large_tiles(int* out) {
    namespace cg = cooperative_groups;
    __shared__ cg::block_tile_memory<64> memory;
    const auto block = cg::this_thread_block(memory);
    const auto tile = cg::tiled_partition<64>(block);
    const int sum = cg::reduce(tile, 1, cg::plus<int>());
    if (tile.thread_rank() == 0) *out = sum;
}

// It compiles, so that the other kernels of the program run.
TEST_F(PublicPrograms, ALargeTileIsRefusedWhenItIsMade) {
    DeviceArray<int> out(1);
    cudaError_t error = cudaSuccess;
    const std::string text = reports_of([&] { sum_in_large_tiles<<<1, 64>>>(out.get()); }, &error);
    EXPECT_CONTAINS(text,
                    "cooperative groups: a tile of 64 threads: tiles of more than 32 threads "
                    "are not supported by the CPU device");
    EXPECT_EQ(error, cudaErrorLaunchFailure);
}

__global__ void take(void** out, std::size_t bytes) {
    out[threadIdx.x] = malloc(bytes);
}

TEST_F(PublicPrograms, TheHeapHasALimit) {
    DeviceArray<void*> out(3);
    std::size_t limit = 0;
    ASSERT_EQ(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize), cudaSuccess);
    EXPECT_SILENT(reports_of([&] { take<<<1, 3>>>(out.get(), limit / 2); }));
    EXPECT_NE(out.values()[0], nullptr);
    EXPECT_NE(out.values()[1], nullptr);
    EXPECT_EQ(out.values()[2], nullptr);
    cudaDeviceReset();
}

}  // namespace
