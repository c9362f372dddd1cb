// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The state of one block while it runs: threads, warps, its barrier, who can go on.

#include <cuda_runtime.h>
#include <emulator/copy_later.h>

#include <cstring>
#include <string>
#include <vector>

#include "call_path.hpp"
#include "fiber.hpp"
#include "fiber_stacks.hpp"
#include "schedule.hpp"

namespace workshop::emulator {

struct CallSite {
    const char* file = nullptr;
    int line = 0;
};
/// @brief Whether two calls stand on the same line of the same file.
inline bool same_site(const CallSite& a, const CallSite& b) {
    return a.line == b.line && (a.file == b.file || std::strcmp(a.file, b.file) == 0);
}
/// @brief "file:line"
std::string site_text(const CallSite& site);

enum class ThreadState : unsigned char {
    unstarted,
    runnable,  ///< runs, or is in the queue
    at_block_barrier,
    at_grid_barrier,
    at_collective,
    finished,
};

/// @brief One thread. What a switch touches lies in one line of the cache.
struct alignas(64) Thread {
    FiberContext context = nullptr;
    uint3 index{};
    unsigned number = 0;  ///< in the block; x runs fastest
    ThreadState state = ThreadState::unstarted;
    // What it brings to a collective, and what it gets.
    Collective collective = Collective::sync;
    unsigned char width = 32;
    int argument = 0;
    unsigned long long operand = 0;
    unsigned long long result = 0;
    CallSite site;  ///< of the call it waits in
    unsigned mask = 0;
    const void* stack_end = nullptr;  ///< above all frames of the kernel

    unsigned lane() const { return number % 32; }
    unsigned warp() const { return number / 32; }
};

/// @brief A copy of cooperative groups that a thread has not waited for.
struct LaterCopy {
    SharedCopy copy;
    const void* pc;  ///< of the call
};

/// @brief Lanes of one warp that have come to the same collective and wait for the others.
struct Meeting {
    Collective kind;
    unsigned mask;
    unsigned arrived;
    CallSite site;  ///< of the first to arrive
    int call;       ///< its argument: of an active mask, which call of the line it is
};

struct Warp {
    unsigned live = 0;   ///< lanes that exist and have not finished
    unsigned ahead = 0;  ///< collectives since the warp last let other warps run
    int meetings = 0;
    Meeting meeting[32];
};

/// @brief The barrier of a block, between two completions.
struct BarrierState {
    unsigned arrived = 0;
    BlockBarrier kind = BlockBarrier::plain;
    CallSite site;
    CallPath path;   ///< of the first to arrive
    int sum = 0;     ///< of predicates that are not 0
    int result = 0;  ///< of the last completed barrier
};

class Block {
  public:
    /// @brief Makes the threads of a block of this size. The same object serves block after block.
    explicit Block(dim3 size);

    /// @brief Makes every thread unstarted.
    /// @param[in] number of the block in the grid
    void reset(uint3 index, unsigned long long number);

    /// @brief Forgets what an earlier launch left.
    void retire();

    bool all_started() const { return started_ == count(); }
    bool all_finished() const { return alive == 0; }
    unsigned count() const { return static_cast<unsigned>(threads.size()); }

    /// @brief The next thread that has not run yet, made runnable.
    Thread* start_next() {
        Thread* thread = &threads[nth(started_++)];
        thread->state = ThreadState::runnable;
        return thread;
    }

    void make_runnable(Thread* thread) {
        thread->state = ThreadState::runnable;
        queue_[tail_++ & queue_mask_] = thread;
    }
    void make_runnable_first(Thread* thread) {
        thread->state = ThreadState::runnable;
        queue_[--head_ & queue_mask_] = thread;
    }
    bool has_runnable() const { return head_ != tail_; }
    unsigned runnable_count() const { return tail_ - head_; }
    Thread* next_runnable() { return queue_[head_++ & queue_mask_]; }

    /// @brief Calls a function for every thread, in the order of the schedule.
    template <class Function>
    void for_each_thread(const Function& function) {
        for (unsigned i = 0; i < count(); ++i)
            function(threads[nth(i)]);
    }

    uint3 index{};
    ThreadOrder order;
    std::vector<Thread> threads;
    std::vector<Warp> warps;
    unsigned alive = 0;
    BarrierState barrier;
    std::vector<std::vector<LaterCopy>> later_copies;  ///< by thread; empty while there are none
    std::vector<char> saved_shared;  ///< shared memory, while other blocks of the grid run
    unsigned spins = 0;  ///< how often threads have made way while they spun, since it went on

  private:
    /// The number of the thread that comes n-th.
    unsigned nth(unsigned n) const { return order.forward ? n : order.threads[n]; }

    unsigned started_ = 0;
    std::vector<Thread*> queue_;
    unsigned queue_mask_ = 0;
    unsigned head_ = 0;
    unsigned tail_ = 0;
};

/// @brief "threads 0-15, 32 (17 threads)" of the threads of a block in a state; shortened when
///        long.
std::string thread_list(const std::vector<unsigned>& numbers, const char* noun);

}  // namespace workshop::emulator
