// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "ordering.hpp"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "../scheduler.hpp"
#include "block_starts.hpp"
#include "hot.hpp"
#include "warp_order.hpp"

namespace workshop::emulator::watch {
namespace {

// Bounds of memory. Beyond them everything that uses atomics counts as ordered: a race may be
// missed, but none is invented.
constexpr std::size_t most_releases = 1U << 20;
constexpr std::size_t most_known = 64;

/// The first so many releases of an address are known.
struct Known {
    unsigned address_number;
    unsigned releases;
};
using Knowledge = std::vector<Known>;

/// What a thread had done and known when it fenced.
struct Fence {
    std::uint64_t stamp = 0;  ///< 0: none in this block
    unsigned events = 0;
    bool whole_device = false;
    bool with_lanes = false;
    LaneView lanes{};
    Knowledge known;
    std::uintptr_t published_under = 0;  ///< the last address, to publish nothing twice
};

/// A strong write of a thread that had fenced. Published are: accesses of its block with a stamp
/// before `stamp`; its own in that stamp with fewer `events`; those of its warp in `lanes`; and
/// what it knew.
struct Release {
    std::uint64_t stamp;
    std::uint64_t block_first;
    unsigned thread;
    unsigned events;
    bool whole_device;
    bool with_lanes;
    LaneView lanes;
    Knowledge known;
};

struct Published {
    std::vector<Release> releases;
    /// Where the releases of a block are, by the stamp with which the block began.
    std::unordered_map<std::uint64_t, std::vector<unsigned>> by_block;
};

struct Order {
    std::vector<Published> addresses;
    std::unordered_map<std::uintptr_t, unsigned> numbers;
    std::size_t release_count = 0;
    bool too_many = false;
    // Of the current block.
    Knowledge block_knows;
    std::vector<Knowledge> thread_knows;
    std::vector<unsigned> threads_that_know;
    std::vector<Fence> fences;
    std::vector<unsigned> threads_that_fenced;
};
Order& order() {
    static Order& all = *new Order;
    return all;
}

void learn(Knowledge& knowledge, Known news) {
    for (Known& known : knowledge) {
        if (known.address_number != news.address_number) continue;
        known.releases = std::max(known.releases, news.releases);
        return;
    }
    if (knowledge.size() == most_known) {
        order().too_many = true;
        return;
    }
    knowledge.push_back(news);
}

void learn(Knowledge& knowledge, const Knowledge& news) {
    for (const Known& known : news)
        learn(knowledge, known);
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
        all.fences[thread] = Fence();
    all.threads_that_fenced.clear();
    all.block_knows.clear();
}

bool covers(const Release& release, Record earlier) {
    const std::uint64_t stamp = stamp_of(earlier);
    if (stamp < release.block_first || stamp > release.stamp) return false;
    if (release.block_first != hot.block_first && !release.whole_device) return false;
    if (stamp < release.stamp) return true;
    const unsigned thread = thread_of(earlier);
    if (thread == release.thread) return events_of(earlier) < release.events;
    return release.with_lanes && thread / 32 == release.thread / 32 &&
           events_of(earlier) < release.lanes[thread % 32];
}

bool knows(const Knowledge& knowledge, Record earlier, std::uint64_t block_first,
           std::unordered_map<unsigned, unsigned>& visited) {
    Order& all = order();
    for (const Known& known : knowledge) {
        unsigned& seen = visited[known.address_number];
        const unsigned from = seen;
        if (from >= known.releases) continue;
        seen = known.releases;
        const Published& published = all.addresses[known.address_number];
        const auto of_block = published.by_block.find(block_first);
        if (of_block != published.by_block.end()) {
            for (const unsigned place : of_block->second) {
                if (place >= known.releases) break;
                if (covers(published.releases[place], earlier)) return true;
            }
        }
        for (unsigned place = from; place < known.releases; ++place) {
            const Knowledge& more = published.releases[place].known;
            // What was known of the same address is a part of what is looked at here.
            if (more.empty() ||
                (more.size() == 1 && more[0].address_number == known.address_number)) {
                continue;
            }
            if (knows(more, earlier, block_first, visited)) return true;
        }
    }
    return false;
}

}  // namespace

void order_new_grid() {
    Order& all = order();
    forget_block_starts();
    all.addresses.clear();
    all.numbers.clear();
    all.release_count = 0;
    all.too_many = false;
    forget_block();
    forget_warps();
}

void order_new_block(uint3 index, unsigned threads) {
    Order& all = order();
    note_block_start(index);
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
    Fence& fence = all.fences[thread];
    if (fence.stamp == 0) all.threads_that_fenced.push_back(thread);
    // A weaker fence does not take back what a stronger one has done; later accesses it may miss.
    fence.whole_device = whole_device || (fence.whole_device && fence.stamp == hot.stamp);
    fence.stamp = hot.stamp;
    fence.events = next_event(thread / 32);
    const LaneView* view = view_of(thread);
    fence.with_lanes = view != nullptr;
    if (view != nullptr) fence.lanes = *view;
    fence.published_under = 0;
    fence.known = all.block_knows;
    learn(fence.known, all.thread_knows[thread]);
    set_thread(thread);
}

void order_strong_access(std::uintptr_t address, bool fenced, bool publishes) {
    Order& all = order();
    const unsigned thread = execution.thread->number;
    if (fenced && publishes) order_fence(true);
    auto number = all.numbers.find(address);
    if (number != all.numbers.end()) {
        const auto releases = static_cast<unsigned>(all.addresses[number->second].releases.size());
        learn(knowledge_of(thread), Known{number->second, releases});
    }
    Fence& fence = all.fences[thread];
    if (!publishes || fence.stamp == 0 || fence.published_under == address) return;
    if (all.release_count == most_releases) {
        all.too_many = true;
        return;
    }
    if (number == all.numbers.end()) {
        number = all.numbers.emplace(address, all.addresses.size()).first;
        all.addresses.emplace_back();
    }
    ++all.release_count;
    Published& published = all.addresses[number->second];
    published.by_block[hot.block_first].push_back(static_cast<unsigned>(published.releases.size()));
    Release release{fence.stamp,        hot.block_first,  thread,      fence.events,
                    fence.whole_device, fence.with_lanes, fence.lanes, fence.known};
    if (fence.stamp < hot.stamp) {
        // After a barrier the fence stands for the whole block: all of it up to the barrier.
        release.stamp = fence.stamp + 1;
        release.events = 0;
        release.with_lanes = false;
    } else {
        fence.published_under = address;
    }
    published.releases.push_back(std::move(release));
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
    if (all.too_many) return true;
    if (all.addresses.empty()) return false;
    if (all.block_knows.empty() && all.thread_knows[thread].empty()) return false;
    const std::uint64_t block_first = block_first_of(stamp_of(earlier));
    std::unordered_map<unsigned, unsigned> visited;  // releases that were looked at, by address
    return knows(all.block_knows, earlier, block_first, visited) ||
           knows(all.thread_knows[thread], earlier, block_first, visited);
}

}  // namespace workshop::emulator::watch
