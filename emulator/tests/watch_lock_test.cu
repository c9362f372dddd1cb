// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Locks inside a block: what a report says of one without a fence.

#include "watch_test.hpp"

namespace {

enum class Fence { none, block, device };

__device__ void fence(Fence kind) {
    if (kind == Fence::block) __threadfence_block();
    if (kind == Fence::device) __threadfence();
}

__global__ void count(int* lock, int* counter) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            counter[0] += 1;
            atomicExch(lock, 0);
            done = true;
        }
    }
}
constexpr int line_of_count = __LINE__ - 6;

__global__ void count_with_fence(int* lock, int* counter, Fence kind) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            counter[0] += 1;
            fence(kind);
            atomicExch(lock, 0);
            done = true;
        }
    }
}

__global__ void count_with_plain_store(int* lock, int* counter) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    *counter = *counter + 1;
    *lock = 0;
}
constexpr int line_of_store = __LINE__ - 2;

// clang-format off
__global__ void count_in_one_line(int* l,int* c){ while(atomicCAS(l,0,1)!=0); (*c)++; *l=0; }
// clang-format on

// Without a lock.
__global__ void just_count(int* lock, int* counter) {
    counter[0] += 1;
    atomicExch(lock, 0);
}

// A place in a table is claimed, and nothing given back.
__global__ void claim(int* key, int* counter) {
    if (atomicCAS(key, -1, static_cast<int>(threadIdx.x)) == 0) {
        counter[0] += 1;
        if (threadIdx.x == 99) counter[1] = 0;
    }
}

class Locks : public WatchTest {
  protected:
    DeviceArray<int> lock_{1};
    DeviceArray<int> counter_{1};
};

TEST_F(Locks, WithoutAFence) {
    const std::string text = reports_of([&] { count<<<1, 64>>>(lock_.get(), counter_.get()); });
    EXPECT_REPORT(text, line_of_count, "racecheck: Race reported");
    EXPECT_CONTAINS(text, "likely cause: a lock without a fence: the atomic at " +
                              std::string(__FILE__) + ":" + std::to_string(line_of_count - 1));
    EXPECT_CONTAINS(text, "next: give the lock back by __threadfence_block(); atomicExch(lock, 0)");
    EXPECT_EQ(count_of(text, "No barrier fits"), 0);
    EXPECT_EQ(counter_.values()[0], 64);
}

TEST_F(Locks, BetweenBlocks) {
    const std::string text = reports_of([&] { count<<<2, 1>>>(lock_.get(), counter_.get()); });
    EXPECT_CONTAINS(text, "likely cause: a lock without a fence: the atomic at " +
                              std::string(__FILE__) + ":" + std::to_string(line_of_count - 1));
    EXPECT_CONTAINS(text, "next: give the lock back by __threadfence(); atomicExch(lock, 0)");
    // A fence for one block only is none between two.
    const std::string narrow =
        reports_of([&] { count_with_fence<<<2, 1>>>(lock_.get(), counter_.get(), Fence::block); });
    EXPECT_CONTAINS(narrow, "racecheck: Race reported");
    EXPECT_SILENT(reports_of(
        [&] { count_with_fence<<<2, 1>>>(lock_.get(), counter_.get(), Fence::device); }));
}

TEST_F(Locks, WithAFenceAreSilent) {
    for (const Fence kind : {Fence::block, Fence::device}) {
        EXPECT_SILENT(
            reports_of([&] { count_with_fence<<<1, 64>>>(lock_.get(), counter_.get(), kind); }));
    }
}

TEST_F(Locks, GivenBackByAPlainStore) {
    const std::string text =
        reports_of([&] { count_with_plain_store<<<1, 64>>>(lock_.get(), counter_.get()); });
    EXPECT_CONTAINS(
        text, "write access at " + std::string(__FILE__) + ":" + std::to_string(line_of_store));
    EXPECT_CONTAINS(text, "likely cause: a lock that an atomic takes and an ordinary store");
    EXPECT_CONTAINS(text, "next: give it back by __threadfence_block(); atomicExch(lock, 0)");
    EXPECT_CONTAINS(text, "likely cause: a lock without a fence");
    EXPECT_EQ(count_of(text, "__syncthreads"), 0);
}

TEST_F(Locks, InOneLine) {
    const std::string text =
        reports_of([&] { count_in_one_line<<<1, 64>>>(lock_.get(), counter_.get()); });
    EXPECT_CONTAINS(text, "likely cause: a lock that an atomic takes and an ordinary store");
    EXPECT_CONTAINS(text, "likely cause: a lock without a fence");
}

TEST_F(Locks, NoLockAtAll) {
    const std::string text =
        reports_of([&] { just_count<<<1, 64>>>(lock_.get(), counter_.get()); });
    EXPECT_CONTAINS(text, "No barrier fits into one statement");
    EXPECT_EQ(count_of(text, "a lock"), 0);
    const DeviceArray<int> counters(2);
    const std::string claimed = reports_of([&] { claim<<<1, 64>>>(lock_.get(), counters.get()); });
    EXPECT_CONTAINS(claimed, "racecheck: Race reported");
    EXPECT_EQ(count_of(claimed, "a lock"), 0);
}

}  // namespace
