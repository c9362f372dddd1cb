// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "scheduler.hpp"

#include <exception>

#include "barrier.hpp"
#include "copy_targets.hpp"
#include "float_state.hpp"
#include "shared_memory.hpp"
#include "stall.hpp"
#include "warp_collectives.hpp"
#include "watch/lifecycle.hpp"
#include "watch/settings.hpp"

extern uint3 written_block_index __asm__("blockIdx");

namespace workshop::emulator {

Execution execution;

namespace {

FiberContext discarded;              // where a fiber that is never continued leaves its context
FiberStack* worker_stack = nullptr;  // for the worker that is about to begin

void set_block(Block* block) {
    execution.block = block;
    written_block_index = block->index;
}

void begin_block(Block* block) {
    const dim3& grid = execution.configuration->grid;
    const unsigned long long number =
        execution.first_block + block_at(execution.next_block++, execution.block_count);
    const auto plane = static_cast<unsigned long long>(grid.x) * grid.y;
    block->reset(uint3{static_cast<unsigned>(number % grid.x),
                       static_cast<unsigned>(number % plane / grid.x),
                       static_cast<unsigned>(number / plane)},
                 number);
    set_block(block);
    shared_memory().poison();
    if (watch::wanted()) watch::begin_block(*block);
}

/// Keeps what belongs to the current block of a cooperative launch while others run.
void leave_block() {
    if (execution.block->all_finished()) return;
    shared_memory().save(execution.block->saved_shared);
    if (watch::wanted()) watch::park_block(*execution.block);
}

void resume_block(Block* block) {
    set_block(block);
    block->spins = 0;
    shared_memory().load(block->saved_shared);
    if (watch::wanted()) watch::resume_block(*block);
}

void begin_next_block() {
    begin_block(execution.blocks[execution.next_block].get());
}

/// The next block after the current one that has something to run; null when there is no other.
Block* next_runnable_block() {
    const auto& blocks = execution.blocks;
    std::size_t place = 0;
    while (blocks[place].get() != execution.block)
        ++place;
    for (std::size_t step = 1; step < blocks.size(); ++step) {
        Block* other = blocks[(place + step) % blocks.size()].get();
        if (other->has_runnable()) return other;
    }
    return nullptr;
}

/// Goes on with another block: the current one has finished, or all of it waits for the grid.
/// @return false when no block is left
bool advance_block() {
    if (!execution.configuration->cooperative) {
        if (execution.next_block == execution.block_count) return false;
        begin_block(execution.blocks[0].get());
        return true;
    }
    leave_block();
    if (execution.next_block < execution.block_count) {
        begin_next_block();
        return true;
    }
    for (int attempt = 0; attempt < 2; ++attempt) {
        for (const auto& block : execution.blocks) {
            if (!block->has_runnable()) continue;
            resume_block(block.get());
            return true;
        }
        if (!release_grid_barrier()) return false;
    }
    return false;
}

/// All that can run in the current block of a cooperative launch spins. What it waits for may be
/// another block, and all are on the device at once: goes on with another one, if there is any.
void leave_spinning_block() {
    Block* other = nullptr;
    if (execution.next_block == execution.block_count) {
        other = next_runnable_block();
        execution.block->spins = 0;
        if (other == nullptr) return;
    }
    leave_block();
    if (other == nullptr) {
        begin_next_block();
    } else {
        resume_block(other);
    }
}

void run_thread(Thread* thread) {
    set_current(thread);
    thread->stack_end = __builtin_frame_address(0);
    std::string exception;
    try {
        execution.call->run(execution.call->closure);
        return;
    } catch (const std::exception& error) {
        exception = std::string("a C++ exception left the kernel: ") + error.what();
    } catch (...) {
        exception = "a C++ exception left the kernel";
    }
    Diagnostic diagnostic;
    diagnostic.file = execution.call->file;
    diagnostic.line = execution.call->line;
    diagnostic.what = exception;
    diagnostic.next = "device code cannot throw: report errors through memory";
    abandon(cudaErrorLaunchFailure, diagnostic);
}

void finish_thread(Thread* thread) {
    Block& block = *execution.block;
    if (watch::wanted()) watch::end_thread(*thread);
    thread->state = ThreadState::finished;
    --block.alive;
    Warp& warp = block.warps[thread->warp()];
    warp.live &= ~(1U << thread->lane());
    if (warp.meetings > 0) complete_meetings_without(warp, *thread);
    if (block.barrier.arrived > 0) complete_barrier_without(*thread);
    if (block.all_finished() && watch::wanted()) watch::end_block(block);
}

std::string block_text(const Block& block) {
    return "kernel " + execution.kernel + ", block (" + std::to_string(block.index.x) + "," +
           std::to_string(block.index.y) + "," + std::to_string(block.index.z) + ")";
}

/// After the last thread of a block: an access too close to its dynamic shared memory to crash.
void check_shared_memory() {
    if (watch::hot.active && watch::hot.kernel_watched && watch::checkers().memcheck) return;
    const std::string damage = shared_memory().damage();
    if (damage.empty()) return;
    Diagnostic diagnostic;
    diagnostic.file = execution.call->file;
    diagnostic.line = execution.call->line;
    diagnostic.what = "the block wrote " + damage;
    diagnostic.where = block_text(*execution.block);
    diagnostic.notes = {"seen when the block had finished; the line is that of the launch"};
    diagnostic.likely_cause =
        "an index outside the array, or a third value between <<< and >>> that is too small";
    abandon(cudaErrorIllegalAddress, diagnostic);
}

/// What every fiber runs: threads that have not started, until it has to make way for one that
/// waited. It never returns.
void work() {
    FiberStack* stack = worker_stack;
    for (;;) {
        while (!execution.block->all_started()) {
            Thread* thread = execution.block->start_next();
            run_thread(thread);
            // Others may have run meanwhile; that thread's fiber is this one, so it is current.
            finish_thread(thread);
        }
        if (execution.block->has_runnable()) {
            execution.stacks.release(stack);
            Thread* next = execution.block->next_runnable();
            set_current(next);
            switch_fiber(&discarded, next->context);
        }
        if (!execution.block->all_finished()) {
            resolve_stall();
            continue;
        }
        check_shared_memory();
        if (!advance_block()) {
            execution.stacks.release(stack);
            switch_fiber(&discarded, execution.launcher);
        }
    }
}

void start_worker(FiberContext* from) {
    worker_stack = execution.stacks.acquire();
    if (worker_stack == nullptr) {
        Diagnostic diagnostic;
        diagnostic.file = execution.call->file;
        diagnostic.line = execution.call->line;
        diagnostic.what = "no memory for the stacks of so many threads";
        abandon(cudaErrorLaunchOutOfResources, diagnostic);
    }
    switch_fiber(from, make_fiber(worker_stack->top, worker_stack->bytes(), work));
}

}  // namespace

void run_others(Thread* self) {
    for (;;) {
        if (execution.block->has_runnable()) {
            Thread* next = execution.block->next_runnable();
            set_current(next);
            if (next != self) switch_fiber(&self->context, next->context);
            return;
        }
        if (!execution.block->all_started()) {
            start_worker(&self->context);
            return;
        }
        resolve_stall();
    }
}

void yield_thread() {
    Thread* self = execution.thread;
    if (self == nullptr) return;
    watch::leave_thread();
    execution.block->make_runnable(self);
    // Threads that have not started come first, or two threads that spin would keep them waiting.
    if (!execution.block->all_started()) {
        start_worker(&self->context);
        return;
    }
    Block& block = *execution.block;
    if (execution.configuration->cooperative && ++block.spins >= block.runnable_count()) {
        leave_spinning_block();
    }
    run_others(self);
}

void yield_in_spin(unsigned weight) {
    if (execution.thread == nullptr) return;
    // A thread that spins on an atomic (a lock, a counter) has to let the others run. Where blocks
    // wait for each other, each has to spin before the last one can come.
    constexpr unsigned atomics_before_yield = 4096;
    constexpr unsigned in_cooperative_launch = 256;
    execution.atomics += weight;
    if (execution.atomics < in_cooperative_launch) return;
    if (execution.atomics >= atomics_before_yield || execution.configuration->cooperative) {
        yield_thread();
    }
}

bool in_kernel() {
    return execution.thread != nullptr && pthread_equal(execution.owner, pthread_self()) != 0;
}

void park_block() {
    advance_block();
}

void run_grid() {
    const EqualFloatState state;
    execution.owner = pthread_self();
    forget_copies();
    begin_block(execution.blocks[0].get());
    start_worker(&execution.launcher);
    if (execution.fault.signal != 0) {
        execution.diagnostic.where = thread_text(*execution.thread);
        execution.fault_block = execution.block->index;
        execution.fault_thread = execution.thread->number;
    }
    execution.thread = nullptr;
}

void abandon(cudaError_t error, Diagnostic diagnostic) {
    if (diagnostic.where.empty() && execution.thread != nullptr) {
        diagnostic.where = thread_text(*execution.thread);
    }
    execution.error = error;
    execution.diagnostic = std::move(diagnostic);
    switch_fiber(&discarded, execution.launcher);
    __builtin_unreachable();
}

void abandon_from_handler() {
    switch_fiber(&discarded, execution.launcher);
    __builtin_unreachable();
}

std::string thread_text(const Thread& thread) {
    const auto place = [](uint3 index) {
        return "(" + std::to_string(index.x) + "," + std::to_string(index.y) + "," +
               std::to_string(index.z) + ")";
    };
    return "kernel " + execution.kernel + ", block " + place(execution.block->index) + ", thread " +
           place(thread.index);
}

}  // namespace workshop::emulator
