// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "barrier.hpp"

#include "scheduler.hpp"
#include "watch/lifecycle.hpp"

namespace workshop::emulator {
namespace {

std::vector<unsigned> threads_in(const Block& block, ThreadState state) {
    std::vector<unsigned> numbers;
    for (const Thread& thread : block.threads) {
        if (thread.state == state) numbers.push_back(thread.number);
    }
    return numbers;
}

/// Every thread that waits at the block's barrier goes on.
void release_barrier(Block& block) {
    BarrierState& barrier = block.barrier;
    switch (barrier.kind) {
        case BlockBarrier::all:
            barrier.result = barrier.sum == static_cast<int>(barrier.arrived);
            break;
        case BlockBarrier::any:
            barrier.result = barrier.sum != 0;
            break;
        default:
            barrier.result = barrier.sum;
    }
    barrier.arrived = 0;
    barrier.sum = 0;
    if (watch::wanted()) watch::block_barrier(block);
    block.for_each_thread([&](Thread& thread) {
        if (thread.state == ThreadState::at_block_barrier) block.make_runnable(&thread);
    });
    for (Warp& warp : block.warps)
        warp.ahead = 0;
}

[[noreturn]] void report_different_barriers(const Thread& self, BlockBarrier kind, CallSite site,
                                            const CallPath& path) {
    const Block& block = *execution.block;
    const BarrierState& barrier = block.barrier;
    Diagnostic diagnostic;
    diagnostic.file = site.file;
    diagnostic.line = site.line;
    diagnostic.what =
        std::string("synccheck: the threads of a block wait at different barriers: ") +
        barrier_name(kind) + " here, " + barrier_name(barrier.kind) + " at " +
        site_text(barrier.site);
    diagnostic.where = thread_text(self);
    const std::vector<unsigned> waiting = threads_in(block, ThreadState::at_block_barrier);
    diagnostic.notes = {thread_list(waiting, "thread") + " of the block " +
                        (waiting.size() == 1 ? "waits" : "wait") + " at " +
                        site_text(barrier.site) +
                        "; threads that are still on their way are not listed"};
    if (barrier.kind == kind && same_site(barrier.site, site)) {
        for (std::string& note : path_notes(path, barrier.path))
            diagnostic.notes.push_back(std::move(note));
    }
    diagnostic.likely_cause =
        "a barrier in a branch or loop that not all threads of the block take";
    diagnostic.next =
        "move the barrier out of the branch, so that every thread reaches the same one";
    abandon(cudaErrorLaunchFailure, diagnostic);
}

/// The thread that calls a barrier; a barrier outside a kernel has nobody to wait for.
Thread* caller(const char* name, const char* file, int line) {
    Thread* self = current_thread();
    if (self == nullptr) {
        Diagnostic diagnostic;
        diagnostic.file = file;
        diagnostic.line = line;
        diagnostic.what = std::string(name) + " was called outside of a kernel";
        report(diagnostic);
    }
    return self;
}

}  // namespace

const char* barrier_name(BlockBarrier kind) {
    switch (kind) {
        case BlockBarrier::count:
            return "__syncthreads_count";
        case BlockBarrier::all:
            return "__syncthreads_and";
        case BlockBarrier::any:
            return "__syncthreads_or";
        default:
            return "__syncthreads";
    }
}

int block_barrier(BlockBarrier kind, int predicate, const char* file, int line) {
    Thread* self = current_thread();
    if (self == nullptr) {
        caller(barrier_name(kind), file, line);
        return 0;
    }
    Block& block = *execution.block;
    BarrierState& barrier = block.barrier;
    const CallSite site{file, line};
    const bool by_calls = watch::hot.kernel_watched;
    const void* const frame = __builtin_frame_address(0);
    if (barrier.arrived == 0) {
        barrier.site = site;
        barrier.kind = kind;
        barrier.path = by_calls ? call_path(frame, self->stack_end) : CallPath();
    } else if (barrier.kind != kind || !same_site(barrier.site, site) ||
               (by_calls && !has_call_path(frame, self->stack_end, barrier.path))) {
        report_different_barriers(*self, kind, site, call_path(frame, self->stack_end));
    }
    watch::leave_thread();
    barrier.sum += predicate != 0;
    if (++barrier.arrived == block.alive) {
        if (block.alive != block.count()) complete_barrier_without(*self);
        if (barrier.arrived != 0) release_barrier(block);
    } else {
        self->site = site;
        wait_in(ThreadState::at_block_barrier);
    }
    return barrier.result;
}

void complete_barrier_without(const Thread& last) {
    Block& block = *execution.block;
    BarrierState& barrier = block.barrier;
    if (barrier.arrived != block.alive) return;
    if (!execution.warned_of_finished_threads) {
        execution.warned_of_finished_threads = true;
        const std::vector<unsigned> finished = threads_in(block, ThreadState::finished);
        Diagnostic diagnostic;
        diagnostic.severity = Diagnostic::Severity::warning;
        diagnostic.file = barrier.site.file;
        diagnostic.line = barrier.site.line;
        diagnostic.what = "synccheck: " + std::to_string(finished.size()) + " of the block's " +
                          std::to_string(block.count()) + " threads " +
                          (finished.size() == 1 ? "has" : "have") +
                          " finished without reaching this " + barrier_name(barrier.kind);
        diagnostic.where = thread_text(last);
        diagnostic.notes = {
            thread_list(finished, "thread") +
                ": counted as arrived, as on GPUs since Volta; earlier ones counted warps",
            watch::hot.kernel_watched
                ? "none of them waits at another barrier: they are at the end of the kernel"
                : "they are at the end of the kernel. Which barriers they have passed is not "
                  "known: in a kernel that is not watched, those on one line, or in one helper, "
                  "count as one"};
        diagnostic.likely_cause =
            "these threads return before the barrier, or take a branch without it to the end";
        diagnostic.next = "let every thread reach the barrier; guard the work, not the barrier";
        report(diagnostic);
    }
    release_barrier(block);
}

void grid_barrier(const char* file, int line) {
    Thread* self = caller("grid synchronisation", file, line);
    if (self == nullptr) return;
    if (!execution.configuration->cooperative) {
        Diagnostic diagnostic;
        diagnostic.file = file;
        diagnostic.line = line;
        diagnostic.what = "the grid cannot synchronise: the kernel was not launched cooperatively";
        diagnostic.next = "launch it with cudaLaunchCooperativeKernel";
        abandon(cudaErrorLaunchFailure, diagnostic);
    }
    self->site = {file, line};
    watch::leave_thread();
    wait_in(ThreadState::at_grid_barrier);
}

bool release_grid_barrier() {
    const Block* finished = nullptr;
    const Thread* waiting = nullptr;
    for (const auto& block : execution.blocks) {
        if (block->all_finished()) {
            finished = block.get();
            continue;
        }
        block->for_each_thread([&](Thread& thread) {
            if (thread.state != ThreadState::at_grid_barrier) return;
            waiting = &thread;
            block->make_runnable(&thread);
        });
    }
    if (waiting != nullptr && finished != nullptr) {
        Diagnostic diagnostic;
        diagnostic.file = waiting->site.file;
        diagnostic.line = waiting->site.line;
        diagnostic.what = "synccheck: the grid waits for a block that has finished";
        diagnostic.where = "kernel " + execution.kernel;
        diagnostic.notes = {"block (" + std::to_string(finished->index.x) + "," +
                            std::to_string(finished->index.y) + "," +
                            std::to_string(finished->index.z) +
                            ") ended without reaching the synchronisation of the grid"};
        diagnostic.likely_cause = "a return before the synchronisation, or a block without work";
        diagnostic.next = "let at least one thread of every block reach it";
        abandon(cudaErrorLaunchFailure, diagnostic);
    }
    if (waiting != nullptr && watch::wanted()) watch::grid_barrier();
    return waiting != nullptr;
}

}  // namespace workshop::emulator
