// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// racecheck across blocks: atomics, fences, barriers of the grid.

#include <cooperative_groups.h>

#include "watch_test.hpp"

namespace {

class GridRacecheck : public WatchTest {};

__global__ void blocks_write(bool same, int* out) {
    if (threadIdx.x == 0) out[0] = same ? 1 : static_cast<int>(blockIdx.x);
}
constexpr int line_of_blocks_write = __LINE__ - 2;

TEST_F(GridRacecheck, BlocksWriteTheSameElement) {
    const DeviceArray<int> out(1);
    const std::string text = reports_of([&] { blocks_write<<<3, 32>>>(false, out.get()); });
    EXPECT_REPORT(text, line_of_blocks_write, "racecheck: Race reported between write access here");
    EXPECT_CONTAINS(text, "of block (0,0,0) made the other access");
    EXPECT_CONTAINS(text, "(write-after-write hazard on __global__ memory)");
    EXPECT_CONTAINS(text, "does the index contain this thread's row (or block)?");
    EXPECT_CONTAINS(text, "give each block memory of its own");
    EXPECT_EQ(count_of(reports_of([&] { blocks_write<<<3, 32>>>(true, out.get()); }), "error:"), 0);
}

__global__ void read_left(const int* in, int* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i > 0 ? in[i - 1] : 0;
}
constexpr int line_of_read_left = __LINE__ - 2;

TEST_F(GridRacecheck, StencilInPlace) {
    const DeviceArray<int> a(128);
    const DeviceArray<int> b(128);
    EXPECT_SILENT(reports_of([&] {
        read_left<<<4, 32>>>(a.get(), b.get());
        read_left<<<4, 32>>>(b.get(), a.get());  // a launch waits for the one before
    }));
    const std::string text = reports_of([&] { read_left<<<4, 32>>>(a.get(), a.get()); });
    EXPECT_REPORT(text, line_of_read_left, "racecheck: Race reported between ");
}

/// All blocks read; a later one writes.
__global__ void all_read_one_writes(int* data, int* out) {
    out[blockIdx.x] = data[0];
    if (blockIdx.x == 2) data[0] = 5;
}
constexpr int line_of_all_read = __LINE__ - 2;

TEST_F(GridRacecheck, ReadersOfEarlierBlocksCount) {
    const DeviceArray<int> data(1);
    const DeviceArray<int> out(4);
    const std::string text =
        reports_of([&] { all_read_one_writes<<<3, 1>>>(data.get(), out.get()); });
    EXPECT_REPORT(text, line_of_all_read, "racecheck: Race reported between write access here");
}

/// The block that draws the last ticket puts the counter back, by a plain store; or each block
/// does.
__global__ void put_counter_back(bool every_block, unsigned int* counter, int* parts) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = 1;
        __threadfence();
        last = atomicInc(counter, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if ((last || every_block) && threadIdx.x == 0) counter[0] = 0;
}
constexpr int line_of_counter_back = __LINE__ - 2;

TEST_F(GridRacecheck, WhoDrawsTheLastTicketMayPutTheCounterBack) {
    const DeviceArray<unsigned int> counter(1);
    const DeviceArray<int> parts(4);
    const auto run = [&](bool every_block) {
        EXPECT_EQ(cudaMemset(counter.get(), 0, 4), cudaSuccess);
        return reports_of(
            [&] { put_counter_back<<<4, 64>>>(every_block, counter.get(), parts.get()); });
    };
    EXPECT_SILENT(run(false));
    EXPECT_CONTAINS(run(true), ":" + std::to_string(line_of_counter_back));
}

enum class Handing { right, fence_by_all, barrier_first, ticket_first, no_fence, block_fence };

__device__ unsigned int tickets = 0;

/// Each block adds its part; the block that draws the last ticket adds up all parts.
__global__ void sum_by_last_block(Handing handing, int* parts, int* out) {
    __shared__ bool last;
    unsigned int ticket = 0;
    const bool first_thread = threadIdx.x == 0;
    if (handing == Handing::ticket_first && first_thread) {
        __threadfence();
        ticket = atomicInc(&tickets, gridDim.x - 1);
    }
    if (handing == Handing::fence_by_all || handing == Handing::barrier_first) {
        parts[blockIdx.x * blockDim.x + threadIdx.x] = static_cast<int>(threadIdx.x);
    } else if (first_thread) {
        parts[blockIdx.x * blockDim.x] = static_cast<int>(blockIdx.x);
    }
    if (handing == Handing::fence_by_all) __threadfence();
    if (handing == Handing::fence_by_all || handing == Handing::barrier_first) __syncthreads();
    if (first_thread) {
        if (handing == Handing::right || handing == Handing::barrier_first) __threadfence();
        if (handing == Handing::block_fence) __threadfence_block();
        if (handing != Handing::ticket_first) ticket = atomicInc(&tickets, gridDim.x - 1);
        last = ticket == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    int sum = 0;
    for (unsigned block = 0; block < gridDim.x; ++block)
        sum += parts[block * blockDim.x + threadIdx.x];
    out[threadIdx.x] = sum;
}
constexpr int line_of_sum_by_last = __LINE__ - 3;

TEST_F(GridRacecheck, TheLastBlockReadsWhatAllHaveWritten) {
    const DeviceArray<int> parts(4 * 64);
    const DeviceArray<int> out(64);
    const auto reports = [&](Handing handing) {
        return reports_of([&] { sum_by_last_block<<<4, 64>>>(handing, parts.get(), out.get()); });
    };
    EXPECT_SILENT(reports(Handing::right));
    EXPECT_SILENT(reports(Handing::fence_by_all));
    EXPECT_SILENT(reports(Handing::barrier_first));
    for (const Handing faulty : {Handing::ticket_first, Handing::no_fence, Handing::block_fence}) {
        const std::string text = reports(faulty);
        EXPECT_CONTAINS(text, at_line(__FILE__, line_of_sum_by_last) +
                                  "racecheck: Race reported between read access here");
    }
}

__global__ void histogram(const int* in, int* bins) {
    atomicAdd(&bins[in[blockIdx.x * blockDim.x + threadIdx.x] % 8], 1);
}
__global__ void atomic_and_plain(int* sum, int* out) {
    atomicAdd(sum, 1);
    if (blockIdx.x == 1 && threadIdx.x == 0) *out = *sum;
}
constexpr int line_of_atomic_and_plain = __LINE__ - 2;

TEST_F(GridRacecheck, Atomics) {
    const DeviceArray<int> in(256);
    const DeviceArray<int> bins(8);
    const DeviceArray<int> out(1);
    EXPECT_SILENT(reports_of([&] { histogram<<<4, 64>>>(in.get(), bins.get()); }));
    EXPECT_REPORT(reports_of([&] { atomic_and_plain<<<2, 32>>>(bins.get(), out.get()); }),
                  line_of_atomic_and_plain,
                  "racecheck: Race reported between read access here and "
                  "atomic access at ");
}

__device__ int lock_word = 0;

/// Adds without an atomic, under a lock.
__global__ void add_under_lock(bool fences, int* sum) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(&lock_word, 0, 1) != 0) {
    }
    if (fences) __threadfence();
    *sum += 1;
    if (fences) __threadfence();
    atomicExch(&lock_word, 0);
}
constexpr int line_of_add_under_lock = __LINE__ - 4;

TEST_F(GridRacecheck, Lock) {
    const DeviceArray<int> sum(1);
    EXPECT_SILENT(reports_of([&] { add_under_lock<<<8, 32>>>(true, sum.get()); }));
    EXPECT_EQ(sum.values()[0], 8);
    EXPECT_CONTAINS(reports_of([&] { add_under_lock<<<8, 32>>>(false, sum.get()); }),
                    at_line(__FILE__, line_of_add_under_lock) + "racecheck: ");
}

/// Block 0 writes and raises a flag; block 1, which runs later here, waits for it.
__global__ void wait_for_flag(bool fences, volatile int* flag, int* data, int* out) {
    if (blockIdx.x == 0) {
        data[0] = 42;
        if (fences) __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0) {
        }
        if (fences) __threadfence();
        *out = data[0];
    }
}
constexpr int line_of_wait_for_flag = __LINE__ - 3;

TEST_F(GridRacecheck, VolatileFlag) {
    const DeviceArray<int> flag(1);
    const DeviceArray<int> data(1);
    const DeviceArray<int> out(1);
    EXPECT_SILENT(
        reports_of([&] { wait_for_flag<<<2, 1>>>(true, flag.get(), data.get(), out.get()); }));
    cudaMemset(flag.get(), 0, sizeof(int));
    EXPECT_CONTAINS(
        reports_of([&] { wait_for_flag<<<2, 1>>>(false, flag.get(), data.get(), out.get()); }),
        at_line(__FILE__, line_of_wait_for_flag) + "racecheck: ");
}

__global__ void through_the_grid(bool barrier, int* data, int* out) {
    __shared__ int kept;
    const unsigned i = blockIdx.x;
    if (threadIdx.x == 0) {
        kept = static_cast<int>(i);
        data[i] = kept;
    }
    if (barrier) cooperative_groups::this_grid().sync();
    if (threadIdx.x == 0) out[i] = data[(i + gridDim.x - 1) % gridDim.x] + kept;
}
constexpr int line_of_through_the_grid = __LINE__ - 2;

TEST_F(GridRacecheck, BarrierOfTheGrid) {
    const DeviceArray<int> data(4);
    const DeviceArray<int> out(4);
    int* data_pointer = data.get();
    int* out_pointer = out.get();
    bool barrier = true;
    void* arguments[] = {&barrier, &data_pointer, &out_pointer};
    EXPECT_SILENT(reports_of(
        [&] { cudaLaunchCooperativeKernel(through_the_grid, dim3(4), dim3(32), arguments); }));
    barrier = false;
    EXPECT_REPORT(reports_of([&] {
                      cudaLaunchCooperativeKernel(through_the_grid, dim3(4), dim3(32), arguments);
                  }),
                  line_of_through_the_grid, "racecheck: Race reported between ");
}

/// A barrier that a program makes itself.
__device__ void wait_for_all_blocks(bool fence, bool by_volatile, unsigned* arrived) {
    __syncthreads();
    if (threadIdx.x == 0) {
        if (fence) __threadfence();
        const unsigned end = (atomicAdd(arrived, 1U) / gridDim.x + 1) * gridDim.x;
        if (by_volatile) {
            while (*static_cast<volatile unsigned*>(arrived) < end) {
            }
        } else {
            while (atomicAdd(arrived, 0U) < end) {
            }
        }
        if (fence) __threadfence();
    }
    __syncthreads();
}

__global__ void neighbours(bool fence, bool by_volatile, unsigned* arrived, int* a, int* b) {
    __shared__ int tile[32];
    const int count = static_cast<int>(gridDim.x * blockDim.x);
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    tile[threadIdx.x] = i;
    for (int round = 0; round < 3; ++round) {
        b[i] = a[(i + 1) % count] + a[(i + count - 1) % count];
        wait_for_all_blocks(fence, by_volatile, arrived);
        a[i] = b[(i + 7) % count] + tile[31 - threadIdx.x];
        wait_for_all_blocks(fence, by_volatile, arrived);
    }
}
constexpr int line_of_neighbours = __LINE__ - 6;

TEST_F(GridRacecheck, BarrierOfTheGridMadeOfAnAtomic) {
    const DeviceArray<int> a(4 * 32);
    const DeviceArray<int> b(4 * 32);
    int* a_pointer = a.get();
    int* b_pointer = b.get();
    for (bool by_volatile : {false, true}) {
        for (bool fence : {true, false}) {
            const DeviceArray<unsigned> arrived(1);
            unsigned* arrived_pointer = arrived.get();
            void* arguments[] = {&fence, &by_volatile, &arrived_pointer, &a_pointer, &b_pointer};
            cudaError_t error = cudaErrorUnknown;
            const std::string text = reports_of(
                [&] { cudaLaunchCooperativeKernel(neighbours, dim3(4), dim3(32), arguments); },
                &error);
            EXPECT_EQ(error, cudaSuccess);
            if (fence) {
                EXPECT_SILENT(text);
            } else {
                EXPECT_CONTAINS(text, at_line(__FILE__, line_of_neighbours) +
                                          "racecheck: Race reported between ");
            }
        }
    }
}

/// The fence of thread 0 says nothing of what thread 1 did, wherever blocks take turns.
__global__ void no_barrier_of_the_block(bool barrier, unsigned* arrived, int* data, int* out) {
    if (threadIdx.x == 32) data[blockIdx.x] = 1;
    if (barrier) __syncthreads();
    if (threadIdx.x != 0) return;
    __threadfence();
    atomicAdd(arrived, 1U);
    while (atomicAdd(arrived, 0U) < gridDim.x) {
    }
    out[blockIdx.x] = data[blockIdx.x];
}
constexpr int line_of_no_barrier = __LINE__ - 2;

TEST_F(GridRacecheck, BlocksThatTakeTurnsKeepTheirOwnRaces) {
    const DeviceArray<int> data(4);
    const DeviceArray<int> out(4);
    int* data_pointer = data.get();
    int* out_pointer = out.get();
    for (bool barrier : {true, false}) {
        const DeviceArray<unsigned> arrived(1);
        unsigned* arrived_pointer = arrived.get();
        void* arguments[] = {&barrier, &arrived_pointer, &data_pointer, &out_pointer};
        const std::string text = reports_of([&] {
            cudaLaunchCooperativeKernel(no_barrier_of_the_block, dim3(4), dim3(64), arguments);
        });
        if (barrier) {
            EXPECT_EQ(count_of(text, "racecheck"), 0) << text;
            continue;
        }
        EXPECT_CONTAINS(text, at_line(__FILE__, line_of_no_barrier) +
                                  "racecheck: Race reported between read access here and write");
        EXPECT_CONTAINS(text, "thread (32,0,0) of the same block made the other access");
        EXPECT_CONTAINS(text, "4 times in this launch");
    }
}

/// After the barrier block 0 writes what block 1 reads. They take turns, so which comes first here
/// says nothing.
__global__ void race_after_barrier(bool reader_first, unsigned* arrived, int* data, int* out) {
    wait_for_all_blocks(true, false, arrived);
    if (threadIdx.x != 0) return;
    const bool reads = (blockIdx.x == 0) == reader_first;
    if (reads) {
        *out = data[0];
    } else {
        data[0] = 1;
    }
}

TEST_F(GridRacecheck, RacesBetweenBlocksThatTakeTurns) {
    const DeviceArray<int> data(1);
    const DeviceArray<int> out(1);
    int* data_pointer = data.get();
    int* out_pointer = out.get();
    for (bool reader_first : {true, false}) {
        const DeviceArray<unsigned> arrived(1);
        unsigned* arrived_pointer = arrived.get();
        void* arguments[] = {&reader_first, &arrived_pointer, &data_pointer, &out_pointer};
        const std::string text = reports_of(
            [&] { cudaLaunchCooperativeKernel(race_after_barrier, dim3(2), dim3(32), arguments); });
        EXPECT_CONTAINS(text, "racecheck: Race reported between ");
        EXPECT_CONTAINS(text, "made the other access, and nothing orders the two");
    }
}

/// Right only because blocks run one after the other here.
__global__ void rely_on_the_order(int* data, int* out) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) data[0] = 5;
    if (blockIdx.x == 1) out[0] = data[0];
}
constexpr int line_of_rely = __LINE__ - 2;

TEST_F(GridRacecheck, BlocksThatRelyOnTheirOrder) {
    const DeviceArray<int> data(1);
    const DeviceArray<int> out(1);
    EXPECT_REPORT(reports_of([&] { rely_on_the_order<<<2, 32>>>(data.get(), out.get()); }),
                  line_of_rely, "racecheck: Race reported between read access here and write");
    EXPECT_EQ(out.values()[0], 5);
}

__device__ int device_values[4];
__global__ void write_variable() {
    device_values[threadIdx.x % 2] = static_cast<int>(threadIdx.x);
}
constexpr int line_of_write_variable = __LINE__ - 2;

// Without a reader the compiler leaves the writes out.
__global__ void read_variable(int* out) {
    *out = device_values[0];
}

TEST_F(GridRacecheck, DeviceVariables) {
    const DeviceArray<int> out(1);
    EXPECT_SILENT(reports_of([&] { read_variable<<<1, 1>>>(out.get()); }));
    const std::string text = reports_of([&] { write_variable<<<1, 4>>>(); });
    EXPECT_REPORT(text, line_of_write_variable, "racecheck: Race reported between ");
    EXPECT_CONTAINS(text, "device_values");
}

}  // namespace
