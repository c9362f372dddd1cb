// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "ordering.hpp"

#include <unordered_map>
#include <utility>
#include <vector>

#include "../scheduler.hpp"
#include "block_starts.hpp"
#include "hot.hpp"
#include "releases.hpp"
#include "warp_order.hpp"

namespace workshop::emulator::watch {
namespace {

/// What a thread had done and known when it fenced.
struct Fences {
    Fenced last;
    Fenced device;  ///< the last one for the whole device, when a weaker one came later
    bool last_is_device = false;
    // The last address, and when, to publish nothing twice. Plus 1: for the own block only.
    std::uintptr_t published_under = 0;
    std::uint64_t published_at = 0;
};

/// Of the current block.
struct Order {
    Knowledge block_knows;  ///< since the last barrier: of other blocks
    std::vector<Knowledge> thread_knows;
    std::vector<unsigned> threads_that_know;
    std::vector<Fences> fences;
    std::vector<unsigned> threads_that_fenced;
};
Order& order() {
    static Order& all = *new Order;
    return all;
}

/// Of a block while others run.
struct Parked {
    Order order;
    ParkedWarps warps;
};
std::unordered_map<const Block*, Parked>& parked() {
    static auto& all = *new std::unordered_map<const Block*, Parked>;
    return all;
}

Knowledge& knowledge_of(unsigned thread) {
    Order& all = order();
    Knowledge& own = all.thread_knows[thread];
    if (own.empty()) all.threads_that_know.push_back(thread);
    return own;
}

void forget_block() {
    Order& all = order();
    for (const unsigned thread : all.threads_that_know)
        all.thread_knows[thread].clear();
    all.threads_that_know.clear();
    for (const unsigned thread : all.threads_that_fenced)
        all.fences[thread] = Fences();
    all.threads_that_fenced.clear();
    all.block_knows.clear();
}

/// Publishes what a fence of a thread made visible.
void publish_fenced(std::uintptr_t address, unsigned thread, Fenced fenced, bool whole_device) {
    if (fenced.stamp < hot.stamp) {
        // After a barrier the fence stands for the whole block: all of it up to the barrier.
        ++fenced.stamp;
        fenced.events = 0;
        fenced.with_lanes = false;
    }
    publish(address, Release{std::move(fenced), hot.block_began, thread, whole_device});
}

}  // namespace

void order_new_launch() {
    allow_warning_of_knowledge();
    order_new_grid();
}

void order_new_grid() {
    forget_block_starts();
    forget_releases();
    forget_block();
    forget_warps();
    parked().clear();
}

void order_parked_block(const Block* block) {
    parked()[block] = Parked{std::move(order()), park_warps()};
    order() = Order();
}

void order_resumed_block(const Block* block) {
    Parked& kept = parked()[block];
    order() = std::move(kept.order);
    resume_warps(kept.warps);
}

void order_new_block(uint3 index, unsigned threads) {
    Order& all = order();
    note_block_start(index, hot.block_began);
    forget_block();
    forget_warps();
    if (all.fences.size() < threads) {
        all.fences.resize(threads);
        all.thread_knows.resize(threads);
    }
}

void order_barrier() {
    Order& all = order();
    for (const unsigned thread : all.threads_that_know) {
        learn(all.block_knows, all.thread_knows[thread]);
        all.thread_knows[thread].clear();
    }
    all.threads_that_know.clear();
    forget_warps();
}

void order_warp(unsigned warp, unsigned lanes) {
    Order& all = order();
    meet(warp, lanes);
    if (all.threads_that_know.empty()) return;
    Knowledge news;
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
        learn(news, all.thread_knows[warp * 32 + lane]);
    }
    if (news.empty()) return;
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
        learn(knowledge_of(warp * 32 + static_cast<unsigned>(__builtin_ctz(rest))), news);
    }
}

void order_fence(bool whole_device) {
    Order& all = order();
    const unsigned thread = execution.thread->number;
    Fences& fences = all.fences[thread];
    if (fences.last.stamp == 0) all.threads_that_fenced.push_back(thread);
    // A weaker fence does not take back what a stronger one has done.
    if (!whole_device && fences.last_is_device) fences.device = std::move(fences.last);
    if (whole_device) fences.device = Fenced();
    fences.last_is_device = whole_device;
    fences.published_under = 0;
    Fenced& fenced = fences.last;
    fenced.stamp = hot.stamp;
    fenced.events = next_event(thread / 32);
    const LaneView* view = view_of(thread);
    fenced.with_lanes = view != nullptr;
    if (view != nullptr) fenced.lanes = *view;
    fenced.known = all.block_knows;
    learn(fenced.known, all.thread_knows[thread]);
    set_thread(thread);
}

void order_strong_access(std::uintptr_t address, bool fenced, bool publishes, bool in_block) {
    Order& all = order();
    const unsigned thread = execution.thread->number;
    if (fenced && publishes) order_fence(true);
    if (was_published(address)) take_over(address, knowledge_of(thread));
    Fences& fences = all.fences[thread];
    if (!publishes || fences.last.stamp == 0) return;
    const std::uintptr_t name = address + (in_block ? 1 : 0);
    if (fences.published_under == name && fences.published_at == hot.stamp) return;
    fences.published_under = name;
    fences.published_at = hot.stamp;
    if (fences.device.stamp != 0) publish_fenced(address, thread, fences.device, !in_block);
    publish_fenced(address, thread, fences.last, fences.last_is_device && !in_block);
}

bool atomic_was_seen(std::uintptr_t address, Record earlier) {
    const Order& all = order();
    const std::uint64_t block_first = block_first_of(stamp_of(earlier));
    const Knowledge& own = all.thread_knows[execution.thread->number];
    // An atomic of 8 bytes has two words.
    for (const std::uintptr_t begin : {address, address & ~std::uintptr_t{7}}) {
        if (saw_atomic(own, begin, earlier, block_first)) return true;
        if (block_first != hot.block_began &&
            saw_atomic(all.block_knows, begin, earlier, block_first)) {
            return true;
        }
    }
    return false;
}

bool ordered_before_now(Record earlier) {
    Order& all = order();
    const unsigned thread = execution.thread->number;
    if (stamp_of(earlier) == hot.stamp && thread_of(earlier) / 32 == thread / 32) {
        const unsigned events = events_of(earlier);
        if (events == most_events) return true;  // too many to tell them apart
        const LaneView* view = view_of(thread);
        if (view != nullptr && events < (*view)[thread_of(earlier) % 32]) return true;
    }
    if (all.block_knows.empty() && all.thread_knows[thread].empty()) return false;
    const std::uint64_t block_first = block_first_of(stamp_of(earlier));
    LookedAt looked_at;
    if (handed_on(all.thread_knows[thread], earlier, block_first, looked_at)) return true;
    // What the block learned before its last barrier cannot tell of what it did since.
    return block_first != hot.block_began &&
           handed_on(all.block_knows, earlier, block_first, looked_at);
}

}  // namespace workshop::emulator::watch
