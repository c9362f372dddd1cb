// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "stall.hpp"

#include <algorithm>

#include "barrier.hpp"
#include "scheduler.hpp"
#include "warp_collectives.hpp"

namespace workshop::emulator {
namespace {

/// Threads of the block that wait in the same call.
struct WaitingGroup {
    const Thread* first;
    std::vector<unsigned> numbers;
};

std::string call_text(const Thread& thread) {
    switch (thread.state) {
        case ThreadState::at_block_barrier:
            return barrier_name(execution.block->barrier.kind);
        case ThreadState::at_grid_barrier:
            return "the synchronisation of the grid";
        default:
            return std::string(collective_name(thread.collective)) + " with the mask " +
                   mask_text(thread.mask);
    }
}

bool same_wait(const Thread& a, const Thread& b) {
    if (a.state != b.state || !same_site(a.site, b.site)) return false;
    return a.state != ThreadState::at_collective ||
           (a.collective == b.collective && a.mask == b.mask);
}

/// Who waits where, among the threads numbered from `begin` to `end`.
std::vector<WaitingGroup> waiting_groups(unsigned begin, unsigned end) {
    std::vector<WaitingGroup> groups;
    for (unsigned i = begin; i < end; ++i) {
        const Thread& thread = execution.block->threads[i];
        if (thread.state == ThreadState::finished) continue;
        auto group = std::find_if(groups.begin(), groups.end(), [&](const WaitingGroup& other) {
            return same_wait(*other.first, thread);
        });
        if (group == groups.end()) group = groups.insert(groups.end(), {&thread, {}});
        group->numbers.push_back(i);
    }
    return groups;
}

std::vector<std::string> notes_of(const std::vector<WaitingGroup>& groups) {
    std::vector<std::string> notes;
    for (const WaitingGroup& group : groups) {
        notes.push_back(thread_list(group.numbers, "thread") + " of the block " +
                        (group.numbers.size() == 1 ? "waits" : "wait") + " at " +
                        site_text(group.first->site) + " (" + call_text(*group.first) + ")");
    }
    return notes;
}

/// Lanes that `waiter` needs, that live, and that wait in another call.
unsigned missing_lanes(const Thread& waiter) {
    const Block& block = *execution.block;
    const Warp& warp = block.warps[waiter.warp()];
    unsigned missing = 0;
    for (unsigned rest = waiter.mask & warp.live; rest != 0; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
        const Thread& other = block.threads[waiter.warp() * 32 + lane];
        const bool meets = other.state == ThreadState::at_collective &&
                           other.collective == waiter.collective && other.mask == waiter.mask;
        if (!meets) missing |= 1U << lane;
    }
    return missing;
}

/// Explains a collective that can never take place.
[[noreturn]] void report_collective(const Thread& waiter) {
    const Block& block = *execution.block;
    const unsigned missing = missing_lanes(waiter);
    const unsigned first_missing = missing != 0 ? static_cast<unsigned>(__builtin_ctz(missing)) : 0;
    const Thread& other = block.threads[waiter.warp() * 32 + first_missing];
    std::vector<unsigned> lanes;
    for (unsigned lane = 0; lane < 32; ++lane) {
        if ((missing >> lane & 1) != 0) lanes.push_back(lane);
    }
    Diagnostic diagnostic;
    diagnostic.file = waiter.site.file;
    diagnostic.line = waiter.site.line;
    diagnostic.where = thread_text(waiter);
    diagnostic.next =
        "let every lane that the mask names make the same call, or name only the "
        "lanes that do (__ballot_sync before the branch)";
    if (other.state == ThreadState::at_collective && other.collective != waiter.collective) {
        diagnostic.what = std::string("synccheck: different collectives meet in a warp: ") +
                          collective_name(waiter.collective) + " here, " +
                          collective_name(other.collective) + " at " + site_text(other.site);
        diagnostic.likely_cause = "lanes of a warp took different branches to a collective";
    } else if (other.state == ThreadState::at_collective) {
        diagnostic.what = std::string("synccheck: lanes of a warp call ") +
                          collective_name(waiter.collective) +
                          " with different masks: " + mask_text(waiter.mask) + " here, " +
                          mask_text(other.mask) + " at " + site_text(other.site);
        diagnostic.likely_cause = "a mask that is not the same in every lane it names";
    } else {
        diagnostic.what = std::string("synccheck: ") + collective_name(waiter.collective) +
                          " waits for " + thread_list(lanes, "lane") + ", which the mask " +
                          mask_text(waiter.mask) + " names but which never " +
                          (lanes.size() == 1 ? "comes" : "come");
        diagnostic.likely_cause = "a collective in a branch that not all lanes of the mask take";
        if (other.state == ThreadState::at_block_barrier) {
            // Which of the two is in the wrong place cannot be told from where threads wait.
            diagnostic.likely_cause =
                "one of the two calls is in a branch, or in a loop, that not all threads go "
                "through: either the barrier or the collective";
            diagnostic.next =
                "let every thread of the block come to the barrier, and equally often; let every "
                "lane that the mask names come to the collective, or name only the lanes that do";
        }
    }
    const unsigned begin = waiter.warp() * 32;
    diagnostic.notes = notes_of(waiting_groups(begin, std::min(begin + 32, block.count())));
    abandon(cudaErrorLaunchFailure, diagnostic);
}

/// Explains threads that wait for each other at barriers of the block or the grid.
[[noreturn]] void report_barriers(const Thread& waiter) {
    Diagnostic diagnostic;
    diagnostic.file = waiter.site.file;
    diagnostic.line = waiter.site.line;
    diagnostic.what =
        "synccheck: no thread of the block can go on: they wait at different barriers";
    diagnostic.where = thread_text(waiter);
    diagnostic.notes = notes_of(waiting_groups(0, execution.block->count()));
    diagnostic.likely_cause = "a barrier in a branch that not all threads of the block take";
    diagnostic.next = "let every thread of the block reach the same barrier";
    abandon(cudaErrorLaunchFailure, diagnostic);
}

}  // namespace

void resolve_stall() {
    if (complete_active_mask()) return;
    const Thread* at_collective = nullptr;
    const Thread* at_block_barrier = nullptr;
    const Thread* at_grid_barrier = nullptr;
    for (const Thread& thread : execution.block->threads) {
        const Thread*& first = thread.state == ThreadState::at_collective      ? at_collective
                               : thread.state == ThreadState::at_block_barrier ? at_block_barrier
                                                                               : at_grid_barrier;
        if (first == nullptr && thread.state != ThreadState::finished) first = &thread;
    }
    if (at_collective != nullptr) report_collective(*at_collective);
    if (at_block_barrier != nullptr) report_barriers(*at_block_barrier);
    if (at_grid_barrier != nullptr) park_block();
}

}  // namespace workshop::emulator
