// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// racecheck of elements that are written plainly first and by atomics, or volatile stores, then:
// the atomic of a thread must not hide its plain write from the atomics of the others.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "watch_test.hpp"

namespace {

class PlainBesideAtomic : public WatchTest {};

std::string race(const char* here, int line, const char* hazard) {
    return std::string("racecheck: Race reported between ") + here +
           " access here and write access at " + __FILE__ + ":" + std::to_string(line) + " (" +
           hazard + " hazard on ";
}

template <bool Barrier>
__global__ void count_in_shared(int* out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    if (Barrier) __syncthreads();
    atomicAdd(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0) *out = count;
}
constexpr int line_of_count_in_shared = __LINE__ - 4;

TEST_F(PlainBesideAtomic, CounterInSharedMemory) {
    const DeviceArray<int> out(1);
    EXPECT_SILENT(reports_of([&] { count_in_shared<true><<<1, 64>>>(out.get()); }));
    EXPECT_EQ(out.values()[0], 64);
    const std::string text = reports_of([&] { count_in_shared<false><<<1, 64>>>(out.get()); });
    EXPECT_REPORT(text, line_of_count_in_shared,
                  race("atomic", line_of_count_in_shared - 2, "write-after-write") + "__shared__");
    EXPECT_CONTAINS(text, "63 times in this launch");
    EXPECT_CONTAINS(text, "put __syncthreads() between the two");
}

template <bool Barrier>
__global__ void count_in_global(int* counts) {
    int* const count = counts + blockIdx.x;
    if (threadIdx.x == 0) *count = 0;
    if (Barrier) __syncthreads();
    atomicAdd(count, 1);
    __syncthreads();
    atomicAdd(count, 1);
}
constexpr int line_of_count_in_global = __LINE__ - 4;

TEST_F(PlainBesideAtomic, CounterOfEachBlockInGlobalMemory) {
    const DeviceArray<int> counts(2);
    EXPECT_SILENT(reports_of([&] { count_in_global<true><<<2, 64>>>(counts.get()); }));
    EXPECT_EQ(counts.values(), (std::vector<int>{128, 128}));
    const std::string text = reports_of([&] { count_in_global<false><<<2, 64>>>(counts.get()); });
    EXPECT_REPORT(text, line_of_count_in_global,
                  race("atomic", line_of_count_in_global - 2, "write-after-write") + "__global__");
    EXPECT_EQ(count_of(text, "racecheck"), 1) << text;  // the barrier orders the second atomic
}

/// The barrier orders the threads of block 0, and no other block.
__global__ void one_block_begins(int* count) {
    if (blockIdx.x == 0 && threadIdx.x == 0) *count = 0;
    __syncthreads();
    atomicAdd(count, 1);
}
constexpr int line_of_one_block_begins = __LINE__ - 2;

TEST_F(PlainBesideAtomic, CounterOfAllBlocks) {
    const DeviceArray<int> count(1);
    EXPECT_SILENT(reports_of([&] { one_block_begins<<<1, 64>>>(count.get()); }));
    const std::string text = reports_of([&] { one_block_begins<<<2, 64>>>(count.get()); });
    EXPECT_REPORT(text, line_of_one_block_begins,
                  race("atomic", line_of_one_block_begins - 2, "write-after-write") + "__global__");
    EXPECT_CONTAINS(text, "thread (0,0,0) of block (0,0,0) made the other access");
}

template <class T>
__global__ void plain_then_volatile(T* flag, T* out) {
    volatile T* const strong_flag = flag;
    if (threadIdx.x == 0) {
        *flag = 1;
        *strong_flag = *strong_flag + 1;  // the compiler must not drop the plain store
    }
    if (threadIdx.x == 32) *out = *strong_flag;
}
constexpr int line_of_volatile_read = __LINE__ - 2;

TEST_F(PlainBesideAtomic, VolatileStoreAfterAPlainOne) {
    const DeviceArray<int> words(2);
    const std::string text =
        reports_of([&] { plain_then_volatile<<<1, 64>>>(words.get(), words.get() + 1); });
    EXPECT_REPORT(text, line_of_volatile_read,
                  race("read", line_of_volatile_read - 3, "read-after-write") + "__global__");
    const DeviceArray<char> bytes(8);
    EXPECT_CONTAINS(
        reports_of([&] { plain_then_volatile<<<1, 64>>>(bytes.get() + 1, bytes.get() + 6); }),
        race("read", line_of_volatile_read - 3, "read-after-write") + "__global__");
}

template <bool Meet>
__global__ void count_in_a_warp(int* out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    if (Meet) __syncwarp();
    atomicAdd(&count, 1);
    __syncwarp();
    if (threadIdx.x == 0) *out = count;
}

TEST_F(PlainBesideAtomic, LanesThatMeet) {
    const DeviceArray<int> out(1);
    EXPECT_SILENT(reports_of([&] { count_in_a_warp<true><<<1, 32>>>(out.get()); }));
    EXPECT_EQ(out.values()[0], 32);
    EXPECT_CONTAINS(reports_of([&] { count_in_a_warp<false><<<1, 32>>>(out.get()); }),
                    "write-after-write hazard on __shared__ memory");
}

/// Block 0 sets the counter, uses it, and hands it on by a flag.
template <bool Fence>
__global__ void hand_on_a_counter(int* count, int* flag) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        *count = 5;
        atomicAdd(count, 1);
        if (Fence) __threadfence();
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0) {
        }
        __threadfence();
        atomicAdd(count, 1);
    }
}
constexpr int line_of_counter = __LINE__ - 11;

TEST_F(PlainBesideAtomic, CounterThatIsHandedOn) {
    const DeviceArray<int> count(1);
    const DeviceArray<int> flag(1);
    EXPECT_SILENT(reports_of([&] { hand_on_a_counter<true><<<4, 32>>>(count.get(), flag.get()); }));
    EXPECT_EQ(count.values()[0], 9);
    cudaMemset(flag.get(), 0, sizeof(int));
    EXPECT_REPORT(reports_of([&] { hand_on_a_counter<false><<<4, 32>>>(count.get(), flag.get()); }),
                  line_of_counter + 8,
                  race("atomic", line_of_counter, "write-after-write") + "__global__");
}

/// The last block sets the ticket back for the next launch.
__global__ void take_tickets(int* tickets) {
    if (threadIdx.x != 0) return;
    __threadfence();
    if (atomicAdd(tickets, 1) == static_cast<int>(gridDim.x) - 1) *tickets = 0;
}

TEST_F(PlainBesideAtomic, TicketsOfSeveralLaunches) {
    const DeviceArray<int> tickets(1);
    EXPECT_SILENT(reports_of([&] {
        for (int launch = 0; launch < 3; ++launch)
            take_tickets<<<4, 32>>>(tickets.get());
    }));
    EXPECT_EQ(tickets.values()[0], 0);
}

__global__ void set_once(int* flag, int* winner) {
    if (*flag == 0) {
        if (atomicExch(flag, 1) == 0) *winner = static_cast<int>(threadIdx.x);
    }
}
constexpr int line_of_set_once = __LINE__ - 4;
__global__ void set_once_of_blocks(int* flag, int* winner) {
    if (*flag != 0) return;
    if (atomicCAS(flag, 0, 1) == 0) *winner = static_cast<int>(blockIdx.x);
}
constexpr int line_of_blocks = __LINE__ - 3;
__global__ void set_in_one_step(int* flag, int* winner) {
    if (atomicCAS(flag, 0, 1) == 0) *winner = static_cast<int>(threadIdx.x);
}
__global__ void enqueue(int* count, int* last) {
    if (*count < 8) {
        const int slot = atomicAdd(count, 1);
        if (slot == 7) *last = static_cast<int>(threadIdx.x);
    }
}
constexpr int line_of_enqueue = __LINE__ - 5;
__global__ void count_and_read(int* count, int* out) {
    atomicAdd(count, 1);
    if (threadIdx.x == 0) *out = *count;
}

/// A barrier does not mend a test that comes before the atomic.
TEST_F(PlainBesideAtomic, AFlagThatIsTestedByAnOrdinaryRead) {
    const DeviceArray<int> flag(1);
    const DeviceArray<int> winner(1);
    const auto look = [](const std::string& text, int line) {
        EXPECT_REPORT(text, line, "racecheck: Race reported between read access here");
        EXPECT_CONTAINS(text, "next: read it by the atomic itself");
        EXPECT_CONTAINS(text, "atomicCAS(flag, 0, 1) == 0");
        EXPECT_EQ(text.find("__syncthreads"), std::string::npos) << text;
    };
    look(reports_of([&] { set_once<<<1, 33>>>(flag.get(), winner.get()); }), line_of_set_once);
    cudaMemset(flag.get(), 0, sizeof(int));
    // Blocks of one thread.
    look(reports_of([&] { set_once_of_blocks<<<2, 1>>>(flag.get(), winner.get()); }),
         line_of_blocks);
    cudaMemset(flag.get(), 0, sizeof(int));
    EXPECT_SILENT(reports_of([&] { set_in_one_step<<<2, 33>>>(flag.get(), winner.get()); }));
    // A queue with an end.
    cudaMemset(flag.get(), 0, sizeof(int));
    const std::string queue = reports_of([&] { enqueue<<<1, 33>>>(flag.get(), winner.get()); });
    EXPECT_REPORT(queue, line_of_enqueue, "racecheck: Race reported between read access here");
    EXPECT_CONTAINS(queue, "test what the atomic returns instead");
    // A result that is read too early: here a barrier does.
    EXPECT_CONTAINS(reports_of([&] { count_and_read<<<1, 33>>>(flag.get(), winner.get()); }),
                    "next: put __syncthreads() between the two");
}

template <class Number>
__global__ void add_halves(const Number* one, Number* sums, unsigned count, Number* out) {
    if (threadIdx.x < count) atomicAdd(&sums[threadIdx.x / 2], *one);
    if (threadIdx.x == 0) *out = sums[0];
}
constexpr int line_of_add_halves = __LINE__ - 3;

class AtomicsOfHalves : public WatchTest {
  protected:
    /// The line is that of the call, and an atomic of a pair is one access.
    template <class Number>
    static void look() {
        const DeviceArray<Number> one(1);
        const DeviceArray<Number> sums(2);
        const DeviceArray<Number> out(1);
        const std::string race =
            reports_of([&] { add_halves<<<1, 32>>>(one.get(), sums.get(), 2U, out.get()); });
        EXPECT_REPORT(race, line_of_add_halves,
                      "racecheck: Race reported between atomic access here and read access at " +
                          std::string(__FILE__) + ":" + std::to_string(line_of_add_halves + 1));
        EXPECT_EQ(count_of(race, "error:"), 1) << race;
        cudaDeviceReset();
        const DeviceArray<Number> one_more(1);
        const DeviceArray<Number> single(1);
        const DeviceArray<Number> result(1);
        const std::string end = reports_of(
            [&] { add_halves<<<1, 32>>>(one_more.get(), single.get(), 3U, result.get()); });
        EXPECT_REPORT(end, line_of_add_halves,
                      "memcheck: Invalid __global__ atomic of size " +
                          std::to_string(sizeof(Number)) + " bytes: the address is out of bounds");
        EXPECT_EQ(count_of(end, "memcheck:"), 1) << end;
        EXPECT_CONTAINS(end, "once in this launch");
    }
};

TEST_F(AtomicsOfHalves, AreToldOnceAtTheirLine) {
    look<__half>();
    cudaDeviceReset();
    look<__half2>();
    cudaDeviceReset();
    look<__nv_bfloat16>();
    cudaDeviceReset();
    look<__nv_bfloat162>();
}

}  // namespace
