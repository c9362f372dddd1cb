// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Runs the threads of a launch on one OS thread, and knows which thread runs.
///
/// A thread runs until it has to wait; then another goes on. A fiber is made only when a thread
/// waits: the threads of a kernel without barriers all run on the stack of one fiber, one after the
/// other. Blocks run one after the other, in the order of the schedule (schedule.hpp), except in a
/// cooperative launch, where a block that waits for the grid makes room for the others.

#include <cuda_runtime.h>
#include <pthread.h>

#include <memory>
#include <string>
#include <vector>

#include "block.hpp"
#include "diagnostics.hpp"
#include "faults.hpp"
#include "watch/hot.hpp"

// threadIdx, as the scheduler writes it.
extern uint3 written_thread_index __asm__("threadIdx");

namespace workshop::emulator {

/// @brief The launch that runs now. There is at most one in the process.
struct Execution {
    const LaunchConfiguration* configuration = nullptr;
    const KernelCall* call = nullptr;
    std::string kernel;  ///< its name, for messages
    Block* block = nullptr;
    Thread* thread = nullptr;                    ///< null outside kernels
    pthread_t owner{};                           ///< the OS thread that runs it
    std::vector<std::unique_ptr<Block>> blocks;  ///< one; all of them in a cooperative launch
    unsigned long long next_block = 0;
    unsigned long long first_block = 0;  ///< the lowest number of those that run
    unsigned long long block_count = 0;  ///< of those that run
    FiberContext launcher = nullptr;
    FiberStacks stacks;
    unsigned atomics = 0;  ///< since the last switch
    bool warned_of_finished_threads = false;
    // How it ended.
    cudaError_t error = cudaSuccess;
    Diagnostic diagnostic;
    Fault fault;
    uint3 fault_block{};        ///< that of the thread that crashed
    unsigned fault_thread = 0;  ///< its number in the block
};
__attribute__((visibility("hidden"))) extern Execution execution;

/// @brief The thread that runs; null outside kernels.
inline Thread* current_thread() {
    return execution.thread;
}

/// @brief Whether the calling OS thread is inside a kernel; another one may be meanwhile.
bool in_kernel();

/// @brief Lets others run now and then, because the caller may be spinning.
/// @param[in] weight how much sooner than after an atomic
void yield_in_spin(unsigned weight);

/// @brief Runs every block of the launch described in `execution`. Returns when the kernel has
///        finished or was given up; execution.error and execution.fault say which.
void run_grid();

/// @brief Makes a thread the one that runs.
inline void set_current(Thread* thread) {
    execution.thread = thread;
    execution.atomics = 0;
    written_thread_index = thread->index;
    if (watch::hot.active) watch::set_thread(thread->number);
}

/// @brief Lets others run until `self` was made runnable and has its turn again.
void run_others(Thread* self);

/// @brief Puts the current thread to sleep in a state until another makes it runnable.
///
/// Inline because a switch of stacks spoils the processor's guess of where functions return to: the
/// fewer returns follow it, the better.
inline void wait_in(ThreadState state) {
    Thread* self = execution.thread;
    Block& block = *execution.block;
    self->state = state;
    if (block.has_runnable()) {
        Thread* next = block.next_runnable();
        set_current(next);
        switch_fiber(&self->context, next->context);
    } else {
        run_others(self);
    }
}

/// @brief Goes on with another block of a cooperative launch; all of the current one waits for the
///        grid.
void park_block();

/// @brief Gives the launch up: its fibers are dropped where they stand.
/// @param[in] error      what the next synchronising call returns
/// @param[in] diagnostic what to tell the person; kernel, block and thread are filled in when empty
[[noreturn]] void abandon(cudaError_t error, Diagnostic diagnostic);

/// @brief As abandon(), from a signal handler, after execution.fault was filled in.
[[noreturn]] void abandon_from_handler();

/// @brief "kernel k, block (0,0,0), thread (1,0,0)".
std::string thread_text(const Thread& thread);

}  // namespace workshop::emulator
