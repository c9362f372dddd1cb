// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// racecheck of threads that hand data on through fences and atomics, where there is much of it.

#include "../src/watch/hot.hpp"
#include "watch_test.hpp"

namespace {

class HandingOn : public WatchTest {};

/// Every thread writes and counts up, many times; the last one waits for all, and reads.
__global__ void count_rounds(int rounds, int rounds_with_fence, unsigned* done, int* data,
                             int* out) {
    const unsigned threads = gridDim.x * blockDim.x;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < rounds; ++round) {
        data[i] = round;
        if (round < rounds_with_fence) __threadfence();
        atomicAdd(done, 1U);
    }
    if (i != threads - 1) return;
    while (atomicAdd(done, 0U) < threads * static_cast<unsigned>(rounds)) {
    }
    __threadfence();
    int sum = 0;
    for (unsigned each = 0; each < threads; ++each)
        sum += data[each];
    *out = sum;
}
constexpr int line_of_count_rounds = __LINE__ - 3;

TEST_F(HandingOn, MoreFencesThanAWarpCanCount) {
    const auto reports = [](int rounds, int rounds_with_fence) {
        const DeviceArray<unsigned> done(1);
        const DeviceArray<int> data(64);
        const DeviceArray<int> out(1);
        return reports_of([&] {
            count_rounds<<<2, 32>>>(rounds, rounds_with_fence, done.get(), data.get(), out.get());
        });
    };
    EXPECT_SILENT(reports(40, 40));  // 1280 fences of each warp
    for (const int with_fence : {0, 19}) {
        EXPECT_CONTAINS(reports(20, with_fence), at_line(__FILE__, line_of_count_rounds) +
                                                     "racecheck: Race reported between read");
    }
}

__device__ unsigned two_fences_flag = 0;

/// A fence for the block after one for the device; what is written in between only the block sees.
__global__ void weaker_fence_last(bool write_in_between, int* data, int* out) {
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0) {
            data[0] = 1;
            __threadfence();
        }
        __syncthreads();
        if (threadIdx.x != 0) return;
        if (write_in_between) data[0] = 2;
        __threadfence_block();
        atomicAdd(&two_fences_flag, 1U);
    } else if (threadIdx.x == 0) {
        while (atomicAdd(&two_fences_flag, 0U) == 0) {
        }
        __threadfence();
        *out = data[0];
        atomicExch(&two_fences_flag, 0U);
    }
}
constexpr int line_of_weaker_fence = __LINE__ - 4;

TEST_F(HandingOn, AWeakerFenceDoesNotTakeBackAStrongerOne) {
    const DeviceArray<int> data(1);
    const DeviceArray<int> out(1);
    EXPECT_SILENT(reports_of([&] { weaker_fence_last<<<2, 64>>>(false, data.get(), out.get()); }));
    EXPECT_REPORT(reports_of([&] { weaker_fence_last<<<2, 64>>>(true, data.get(), out.get()); }),
                  line_of_weaker_fence, "racecheck: Race reported between read access here");
}

/// Each block waits for the one before; the last one reads what the first has written.
__global__ void chain_of_blocks(bool first_fences, volatile int* flags, int* data, int* out) {
    const unsigned block = blockIdx.x;
    if (block == 0) {
        data[0] = 42;
        if (first_fences) __threadfence();
    } else {
        while (flags[block - 1] == 0) {
        }
        __threadfence();
        if (block == gridDim.x - 1) *out = data[0];
    }
    flags[block] = 1;
}
constexpr int line_of_chain = __LINE__ - 4;

TEST_F(HandingOn, AChainOfThousandsOfBlocks) {
    constexpr unsigned blocks = 8192;
    const DeviceArray<int> data(1);
    const DeviceArray<int> out(1);
    for (const bool first_fences : {true, false}) {
        const DeviceArray<int> flags(blocks);
        cudaError_t error = cudaErrorUnknown;
        const std::string text = reports_of(
            [&] {
                chain_of_blocks<<<blocks, 1>>>(first_fences, flags.get(), data.get(), out.get());
            },
            &error);
        EXPECT_EQ(error, cudaSuccess);
        EXPECT_EQ(out.values()[0], 42);
        if (first_fences) {
            EXPECT_SILENT(text);
        } else {
            EXPECT_REPORT(text, line_of_chain, "racecheck: Race reported between read access here");
        }
    }
}

enum class Missing { nothing, fence, barrier };

/// The last block waits for the flags of all others, a thread for each. Then it works in shared
/// memory.
__global__ void wait_for_many(Missing missing, volatile int* flags, int* data, int* out) {
    __shared__ int values[128];
    const unsigned i = threadIdx.x;
    if (blockIdx.x < gridDim.x - 1) {
        if (i != 0) return;
        data[blockIdx.x] = static_cast<int>(blockIdx.x);
        if (missing != Missing::fence) __threadfence();
        flags[blockIdx.x] = 1;
        return;
    }
    while (i < gridDim.x - 1 && flags[i] == 0) {
    }
    __threadfence();
    __syncthreads();
    values[i] = i < gridDim.x - 1 ? data[(i + 1) % (gridDim.x - 1)] : 0;
    if (missing != Missing::barrier) __syncthreads();
    out[i] = values[(i + 64) % 128];
}
constexpr int line_of_wait_for_many = __LINE__ - 2;

TEST_F(HandingOn, FlagsOfManyBlocks) {
    const auto reports = [](Missing missing, unsigned blocks) {
        const DeviceArray<int> flags(blocks);
        const DeviceArray<int> data(blocks);
        const DeviceArray<int> out(128);
        return reports_of(
            [&] { wait_for_many<<<blocks, 128>>>(missing, flags.get(), data.get(), out.get()); });
    };
    EXPECT_SILENT(reports(Missing::nothing, 33));
    EXPECT_CONTAINS(reports(Missing::fence, 33), "racecheck: Race reported between read access");
    // More flags than are remembered: nothing between blocks is invented, and that is said. Inside
    // the block nothing changes.
    const std::string right = reports(Missing::nothing, 100);
    EXPECT_EQ(count_of(right, "error: "), 0) << right;
    EXPECT_EQ(count_of(right, "warning: racecheck cannot remember"), 1) << right;
    EXPECT_REPORT(reports(Missing::barrier, 100), line_of_wait_for_many,
                  "racecheck: Race reported between read access here");
}

// Stamps number the blocks and barriers of the whole process. When they run out in the middle of a
// launch, what comes later is looked at as before.
TEST_F(HandingOn, StampsBeginAnew) {
    namespace watch = workshop::emulator::watch;
    const auto reports = [](Missing missing) {
        const DeviceArray<int> flags(33);
        const DeviceArray<int> data(33);
        const DeviceArray<int> out(128);
        watch::hot.stamp = watch::most_stamps - 8;
        return reports_of(
            [&] { wait_for_many<<<33, 128>>>(missing, flags.get(), data.get(), out.get()); });
    };
    EXPECT_SILENT(reports(Missing::nothing));
    EXPECT_CONTAINS(reports(Missing::fence), "racecheck: Race reported between read access");
    EXPECT_CONTAINS(reports(Missing::barrier), "racecheck: Race reported between read access");
}

/// One thread waits for the flags of all others in its block.
__global__ void wait_for_threads(volatile int* flags, int* data, int* out) {
    const unsigned i = threadIdx.x;
    data[i] = static_cast<int>(i);
    __threadfence();
    atomicExch(const_cast<int*>(&flags[i]), 1);
    if (i != blockDim.x - 1) return;
    int sum = 0;
    for (unsigned each = 0; each < blockDim.x; ++each) {
        while (atomicAdd(const_cast<int*>(&flags[each]), 0) == 0) {
        }
    }
    __threadfence();
    for (unsigned each = 0; each < blockDim.x; ++each)
        sum += data[each];
    *out = sum;
}

TEST_F(HandingOn, FlagsOfManyThreadsOfABlock) {
    const DeviceArray<int> flags(128);
    const DeviceArray<int> data(128);
    const DeviceArray<int> out(1);
    const std::string text =
        reports_of([&] { wait_for_threads<<<1, 128>>>(flags.get(), data.get(), out.get()); });
    EXPECT_EQ(count_of(text, "error: "), 0) << text;
}

/// Memory that a thread frees is given to others: more blocks than are kept back when freed.
__global__ void use_heap(bool shared_by_all) {
    __shared__ int* common;
    int* own = new int(1);
    *own += static_cast<int>(threadIdx.x);
    delete own;
    if (!shared_by_all) return;
    if (threadIdx.x == 0) common = new int(0);
    __syncthreads();
    *common = static_cast<int>(threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) delete common;
}
constexpr int line_of_use_heap = __LINE__ - 4;

TEST_F(HandingOn, MemoryThatAnotherThreadHasFreed) {
    EXPECT_SILENT(reports_of([&] { use_heap<<<1024, 256>>>(false); }));
    EXPECT_REPORT(reports_of([&] { use_heap<<<2, 64>>>(true); }), line_of_use_heap,
                  "racecheck: Race reported between write access here");
}

}  // namespace
