// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// racecheck inside a block: barriers, __syncwarp, widths of accesses.

#include <cuda_fp16.h>

#include "watch_test.hpp"

namespace {

class Racecheck : public WatchTest {};

std::string race(const char* here, const char* there, int line, const char* hazard) {
    return std::string("racecheck: Race reported between ") + here + " access here and " + there +
           " access at " + __FILE__ + ":" + std::to_string(line) + " (" + hazard + " hazard on ";
}

template <bool Barrier>
__global__ void neighbour(const int* in, int* out) {
    __shared__ int values[64];
    const unsigned i = threadIdx.x;
    values[i] = in[i];
    if (Barrier) __syncthreads();
    out[i] = values[(i + 63) % 64];
}
constexpr int line_of_neighbour = __LINE__ - 2;

TEST_F(Racecheck, ReadAfterWrite) {
    const DeviceArray<int> in(64);
    const DeviceArray<int> out(64);
    EXPECT_SILENT(reports_of([&] { neighbour<true><<<1, 64>>>(in.get(), out.get()); }));
    cudaError_t error = cudaErrorUnknown;
    const std::string text =
        reports_of([&] { neighbour<false><<<1, 64>>>(in.get(), out.get()); }, &error);
    EXPECT_REPORT(text, line_of_neighbour,
                  race("read", "write", line_of_neighbour - 2, "read-after-write") + "__shared__");
    EXPECT_CONTAINS(text, "both use element 0 of the shared array values of ");
    EXPECT_CONTAINS(text, "    values[i] = in[i];");
    EXPECT_CONTAINS(text, "thread (0,0,0) of the same block made the other access");
    EXPECT_EQ(error, cudaSuccess);
}

// Two arrays, used on the same two lines.
__global__ void two_arrays(const int* in, int* out) {
    __shared__ int odd[64];
    __shared__ int even[64];
    const unsigned i = threadIdx.x;
    odd[i] = even[i] = in[i];
    out[i] = odd[(i + 63) % 64] + even[(i + 61) % 64];
}
constexpr int line_of_two_arrays = __LINE__ - 2;

TEST_F(Racecheck, TwoArraysOfOneLineAreBothNamed) {
    const DeviceArray<int> in(64);
    const DeviceArray<int> out(64);
    const std::string text = reports_of([&] { two_arrays<<<1, 64>>>(in.get(), out.get()); });
    EXPECT_REPORT(text, line_of_two_arrays,
                  race("read", "write", line_of_two_arrays - 1, "read-after-write") + "__shared__");
    EXPECT_EQ(count_of(text, "racecheck:"), 1) << text;
    EXPECT_EQ(count_of(text, "both use element 0 of the shared array odd of "), 1) << text;
    EXPECT_EQ(count_of(text, "both use element 0 of the shared array even of "), 1) << text;
    EXPECT_EQ(count_of(text, "the same in another array: both use element"), 1) << text;
}

// The same in global memory, between blocks.
__global__ void two_outputs(int* a, int* b) {
    a[threadIdx.x] = b[threadIdx.x] = static_cast<int>(blockIdx.x);
}

TEST_F(Racecheck, TwoBuffersOfOneLineAreBothNamed) {
    const DeviceArray<int> a(32);
    const DeviceArray<int> b(32);
    const std::string text = reports_of([&] { two_outputs<<<2, 32>>>(a.get(), b.get()); });
    EXPECT_EQ(count_of(text, "racecheck:"), 1) << text;
    EXPECT_CONTAINS(text, "both use a.get()[0], element 0 of allocation");
    EXPECT_CONTAINS(text, "both use b.get()[0], element 0 of allocation");
}

template <bool Barrier>
__global__ void shift(int* out) {
    __shared__ int values[64];
    const unsigned i = threadIdx.x;
    values[i] = static_cast<int>(i);
    __syncthreads();
    const int next = values[i < 62 ? i + 1 : i];
    if (Barrier) __syncthreads();
    values[i] = next;
    __syncthreads();
    out[i] = values[i];
}
constexpr int line_of_shift = __LINE__ - 4;

TEST_F(Racecheck, WriteAfterRead) {
    const DeviceArray<int> out(64);
    EXPECT_SILENT(reports_of([&] { shift<true><<<1, 64>>>(out.get()); }));
    const std::string text = reports_of([&] { shift<false><<<1, 64>>>(out.get()); });
    EXPECT_REPORT(text, line_of_shift,
                  race("write", "read", line_of_shift - 2, "write-after-read"));
}

__global__ void all_write(bool same, int* out) {
    __shared__ int value;
    value = same ? 7 : static_cast<int>(threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) *out = value;
}
constexpr int line_of_all_write = __LINE__ - 4;

TEST_F(Racecheck, WriteAfterWrite) {
    const DeviceArray<int> out(1);
    const std::string text = reports_of([&] { all_write<<<1, 64>>>(false, out.get()); });
    EXPECT_REPORT(text, line_of_all_write,
                  race("write", "write", line_of_all_write, "write-after-write"));
    EXPECT_CONTAINS(text, "63 times in this launch");
    EXPECT_CONTAINS(text, "next: look at both indices first");
    EXPECT_CONTAINS(text, "only one thread should store it");
}

TEST_F(Racecheck, WritesOfTheSameValueAreAWarning) {
    const DeviceArray<int> out(1);
    const std::string text = reports_of([&] { all_write<<<1, 64>>>(true, out.get()); });
    EXPECT_CONTAINS(text, at_line(__FILE__, line_of_all_write, "warning") +
                              race("write", "write", line_of_all_write, "write-after-write"));
    EXPECT_CONTAINS(text, "several threads write the same value");
    EXPECT_EQ(count_of(text, "error:"), 0) << text;
}

__global__ void write_first_elements(int columns, int* out) {
    for (int column = 0; column < columns; ++column) {
        out[column] = static_cast<int>(threadIdx.x);
    }
}

TEST_F(Racecheck, WritesToOneElementAskForTheIndex) {
    const DeviceArray<int> out(4);
    const std::string text = reports_of([&] { write_first_elements<<<1, 64>>>(4, out.get()); });
    EXPECT_CONTAINS(text, "(write-after-write hazard on __global__ memory)");
    EXPECT_CONTAINS(text,
                    "likely cause: several threads write the same element with different values: "
                    "does the index contain this thread's row (or block)?");
}

/// A tree that is right for powers of two only.
__global__ void tree_rounded_down(int* out) {
    __shared__ int values[64];
    const int i = static_cast<int>(threadIdx.x);
    values[i] = i;
    __syncthreads();
    for (int active = static_cast<int>(blockDim.x); active > 1;) {
        const int half = active / 2;
        if (i + half < active) {
            values[i] += values[i + half];
        }
        __syncthreads();
        active = half;
    }
    if (i == 0) *out = values[0];
}

/// The loop of the steps has no barrier; the one around it has.
__global__ void tree_without_barrier(int* out) {
    __shared__ int values[64];
    const int i = static_cast<int>(threadIdx.x);
    values[i] = i;
    __syncthreads();
    for (int round = 0; round < 2; ++round) {
        for (int half = static_cast<int>(blockDim.x) / 2; half > 0; half /= 2) {
            if (i < half) values[i] += values[i + half];
        }
        __syncthreads();
    }
    if (i == 0) *out = values[0];
}

TEST_F(Racecheck, OneStepThatReadsWhatItWrites) {
    const DeviceArray<int> out(1);
    EXPECT_SILENT(reports_of([&] { tree_rounded_down<<<1, 64>>>(out.get()); }));
    const std::string text = reports_of([&] { tree_rounded_down<<<1, 63>>>(out.get()); });
    EXPECT_CONTAINS(text, "in one step, a thread reads an element that another thread writes");
    EXPECT_CONTAINS(text, "is the half rounded up?");
    EXPECT_EQ(count_of(text, "put __syncthreads()"), 0) << text;
    const std::string none = reports_of([&] { tree_without_barrier<<<1, 64>>>(out.get()); });
    EXPECT_CONTAINS(none, "a loop comes back to it without a barrier");
    EXPECT_EQ(count_of(none, "in one step"), 0) << none;
}

/// Threads change one element: through global and through shared memory.
__global__ void count_without_atomic(const int* in, int* count) {
    __shared__ int in_block;
    if (threadIdx.x == 0) in_block = 0;
    __syncthreads();
    if (in[threadIdx.x] == 0) count[0] += 1;
    if (in[threadIdx.x] == 0) in_block += 1;
    __syncthreads();
    if (threadIdx.x == 0) count[1] = in_block;
}

TEST_F(Racecheck, OneElementChangedByManyAsksForAnAtomic) {
    const DeviceArray<int> in(64);
    const DeviceArray<int> count(2);
    const std::string text =
        reports_of([&] { count_without_atomic<<<1, 64>>>(in.get(), count.get()); });
    EXPECT_EQ(count_of(text, "error: racecheck"), 4) << text;
    EXPECT_EQ(count_of(text, "use an atomic such as atomicAdd()"), 4) << text;
    EXPECT_EQ(count_of(text, "put __syncthreads()"), 0) << text;
}

/// Thread 0 changes what the others read: one line, but no two writers.
__global__ void scale_by_the_first(int* values) {
    values[threadIdx.x] = values[threadIdx.x] * values[0];
}

TEST_F(Racecheck, OneWriterInALineAsksForABarrier) {
    const DeviceArray<int> values(64);
    const std::string text = reports_of([&] { scale_by_the_first<<<1, 64>>>(values.get()); });
    EXPECT_CONTAINS(text, "put __syncthreads() between the two");
    EXPECT_EQ(count_of(text, "atomic"), 0) << text;
}

/// How the lanes of a warp are kept apart.
enum class Meet { nothing, whole_warp, halves, wrong_halves, shuffle };

__global__ void in_a_warp(Meet meet, int* out) {
    __shared__ int values[32];
    const unsigned lane = threadIdx.x;
    values[lane] = static_cast<int>(lane);
    if (meet == Meet::whole_warp) __syncwarp();
    if (meet == Meet::halves) __syncwarp(lane < 16 ? 0x0000FFFFU : 0xFFFF0000U);
    if (meet == Meet::wrong_halves) __syncwarp(lane % 2 == 0 ? 0x55555555U : 0xAAAAAAAAU);
    if (meet == Meet::shuffle) (void)__shfl_sync(0xFFFFFFFFU, 1, 0);
    out[lane] = values[lane ^ 1U];
}
constexpr int line_of_in_a_warp = __LINE__ - 2;

TEST_F(Racecheck, LanesOfAWarp) {
    const DeviceArray<int> out(32);
    const auto reports = [&](Meet meet) {
        return reports_of([&] { in_a_warp<<<1, 32>>>(meet, out.get()); });
    };
    EXPECT_SILENT(reports(Meet::whole_warp));
    EXPECT_SILENT(reports(Meet::halves));
    const std::string expected =
        race("read", "write", line_of_in_a_warp - 5, "read-after-write") + "__shared__";
    const std::string text = reports(Meet::nothing);
    EXPECT_REPORT(text, line_of_in_a_warp, expected);
    EXPECT_CONTAINS(text,
                    "__syncwarp() is enough where only the threads of one warp use the array");
    EXPECT_CONTAINS(reports(Meet::wrong_halves), expected);
    // A shuffle moves values between registers; it orders no memory.
    EXPECT_CONTAINS(reports(Meet::shuffle), expected);
}

// The barrier for the warps orders the lanes as well.
__global__ void races_of_both_kinds(int* out) {
    __shared__ int near[64];
    __shared__ int far[64];
    const int i = static_cast<int>(threadIdx.x);
    near[i] = i;
    far[i] = i;
    out[i] = near[i ^ 1] + far[i ^ 32];
}

TEST_F(Racecheck, OneRaceBetweenWarpsAsksForTheBarrierEverywhere) {
    DeviceArray<int> out(64);
    const std::string text = reports_of([&] { races_of_both_kinds<<<1, 64>>>(out.get()); });
    EXPECT_GE(count_of(text, "put __syncthreads() between the two"), 2) << text;
    EXPECT_EQ(count_of(text, "__syncwarp"), 0) << text;
}

__global__ void across_warps(int* out) {
    __shared__ int values[64];
    const unsigned i = threadIdx.x;
    values[i] = static_cast<int>(i);
    __syncwarp();
    out[i] = values[i ^ 32U];
}
constexpr int line_of_across_warps = __LINE__ - 2;

TEST_F(Racecheck, SyncwarpDoesNotReachOtherWarps) {
    const DeviceArray<int> out(64);
    const std::string text = reports_of([&] { across_warps<<<1, 64>>>(out.get()); });
    EXPECT_REPORT(text, line_of_across_warps,
                  race("read", "write", line_of_across_warps - 2, "read-after-write"));
    EXPECT_CONTAINS(text, "put __syncthreads() between the two");
}

/// Readers of one warp must not hide a reader of another one from a later write.
__global__ void many_readers(int writer, int* out) {
    __shared__ int value;
    if (threadIdx.x == 0) value = 1;
    __syncthreads();
    out[threadIdx.x] = value;
    __syncwarp();
    if (threadIdx.x == static_cast<unsigned>(writer)) value = 2;
}
constexpr int line_of_many_readers = __LINE__ - 2;

TEST_F(Racecheck, EveryReaderCounts) {
    const DeviceArray<int> out(96);
    for (const int writer : {0, 40, 95}) {
        const std::string text = reports_of([&] { many_readers<<<1, 96>>>(writer, out.get()); });
        EXPECT_CONTAINS(text, at_line(__FILE__, line_of_many_readers));
    }
    EXPECT_SILENT(reports_of([&] { many_readers<<<1, 32>>>(5, out.get()); }));
}

__global__ void reduce_atomically(bool barrier, int* out) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, 1);
    if (barrier) __syncthreads();
    if (threadIdx.x == 0) *out = sum;
}
constexpr int line_of_reduce_atomically = __LINE__ - 2;

TEST_F(Racecheck, AtomicAndPlainRead) {
    const DeviceArray<int> out(1);
    EXPECT_SILENT(reports_of([&] { reduce_atomically<<<1, 64>>>(true, out.get()); }));
    const std::string text = reports_of([&] { reduce_atomically<<<1, 64>>>(false, out.get()); });
    EXPECT_REPORT(text, line_of_reduce_atomically,
                  race("read", "atomic", line_of_reduce_atomically - 2, "read-after-write"));
}

template <class T>
__global__ void neighbours_in_a_word(T* out) {
    __shared__ T values[64];
    values[threadIdx.x] = static_cast<T>(threadIdx.x);
    out[threadIdx.x] = values[threadIdx.x];
}
__global__ void halves_of_another(short* out) {
    __shared__ short values[64];
    values[threadIdx.x] = static_cast<short>(threadIdx.x);
    out[threadIdx.x] = values[threadIdx.x ^ 1U];
}
__global__ void word_over_halves(int* out) {
    __shared__ __align__(4) short values[64];
    values[threadIdx.x] = static_cast<short>(threadIdx.x);
    if (threadIdx.x == 63) *out = *reinterpret_cast<int*>(&values[20]);
}
constexpr int line_of_word_over_halves = __LINE__ - 2;

TEST_F(Racecheck, NeighboursInAWordAreApart) {
    const DeviceArray<short> shorts(64);
    const DeviceArray<char> bytes(64);
    const DeviceArray<int> out(1);
    EXPECT_SILENT(reports_of([&] {
        neighbours_in_a_word<<<1, 64>>>(shorts.get());
        neighbours_in_a_word<<<1, 64>>>(bytes.get());
    }));
    EXPECT_CONTAINS(reports_of([&] { halves_of_another<<<1, 64>>>(shorts.get()); }),
                    "racecheck: Race reported");
    EXPECT_REPORT(reports_of([&] { word_over_halves<<<1, 64>>>(out.get()); }),
                  line_of_word_over_halves,
                  race("read", "write", line_of_word_over_halves - 1, "read-after-write"));
}

__global__ void wide_and_narrow(float* out) {
    __shared__ float4 values[16];
    auto* single = reinterpret_cast<float*>(values);
    if (threadIdx.x < 16) values[threadIdx.x] = make_float4(1, 2, 3, 4);
    out[threadIdx.x] = single[threadIdx.x];
}
constexpr int line_of_wide_and_narrow = __LINE__ - 2;

TEST_F(Racecheck, WideAndNarrow) {
    const DeviceArray<float> out(64);
    EXPECT_REPORT(reports_of([&] { wide_and_narrow<<<1, 64>>>(out.get()); }),
                  line_of_wide_and_narrow,
                  race("read", "write", line_of_wide_and_narrow - 1, "read-after-write"));
}

__global__ void in_place(int* values) {
    values[threadIdx.x] += 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned i = 1; i < blockDim.x; ++i)
            values[0] += values[i];
    }
    __syncthreads();
    values[threadIdx.x] = values[0] - values[threadIdx.x];
}
constexpr int line_of_in_place = __LINE__ - 2;

TEST_F(Racecheck, GlobalMemoryInsideABlock) {
    const DeviceArray<int> values(64);
    const std::string text = reports_of([&] { in_place<<<1, 64>>>(values.get()); });
    EXPECT_CONTAINS(text, at_line(__FILE__, line_of_in_place) + "racecheck: ");
    EXPECT_EQ(count_of(text, "racecheck: "), 1) << text;
    EXPECT_CONTAINS(text, "both use values.get()[0], element 0 of allocation");
}

/// Finished threads count as arrived, so what follows the barrier is ordered after them.
__global__ void leave_early(int* out) {
    __shared__ int values[64];
    values[threadIdx.x] = 1;
    if (threadIdx.x >= 32) return;
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x + 32];
}

TEST_F(Racecheck, FinishedThreadsHaveArrived) {
    const DeviceArray<int> out(32);
    const std::string text = reports_of([&] { leave_early<<<1, 64>>>(out.get()); });
    EXPECT_EQ(count_of(text, "racecheck: "), 0) << text;
    EXPECT_CONTAINS(text, "warning: ");
}

}  // namespace
