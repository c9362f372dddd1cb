// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "releases.hpp"

#include <utility>

#include "hot.hpp"

namespace workshop::emulator::watch {
namespace {

/// What comes later is not kept: who makes a strong access then counts as knowing everything. A
/// race may be missed, but none is invented.
constexpr std::size_t most_releases = 1U << 20;

struct Published {
    std::vector<Release> releases;
    /// Where the releases of a block are, by the stamp with which the block began.
    std::unordered_map<std::uint64_t, std::vector<unsigned>> by_block;
};

struct Releases {
    std::vector<Published> addresses;
    std::unordered_map<std::uintptr_t, unsigned> numbers;
    std::size_t count = 0;
    bool incomplete = false;
};
Releases& releases() {
    static Releases& all = *new Releases;
    return all;
}

/// Beyond most_events numbers are not told apart: they count as ordered.
bool is_before(unsigned events, unsigned limit) {
    return events < limit || limit == most_events;
}

bool covers(const Release& release, Record earlier) {
    const Fenced& fenced = release.fenced;
    const std::uint64_t stamp = stamp_of(earlier);
    if (stamp < release.block_first || stamp > fenced.stamp) return false;
    if (release.block_first != hot.block_began && !release.whole_device) return false;
    if (stamp < fenced.stamp) return true;
    const unsigned thread = thread_of(earlier);
    if (thread == release.thread) return is_before(events_of(earlier), fenced.events);
    return fenced.with_lanes && thread / 32 == release.thread / 32 &&
           is_before(events_of(earlier), fenced.lanes[thread % 32]);
}

/// Something that was known, and the block that knew it.
struct Lead {
    const Knowledge* knowledge;
    std::uint64_t block_first;
};

/// Whether a release of an address, of the block of the access, tells of the access.
bool told_by_its_block(const Published& published, unsigned releases, Record earlier,
                       std::uint64_t block_first) {
    const auto of_block = published.by_block.find(block_first);
    if (of_block == published.by_block.end()) return false;
    for (const unsigned place : of_block->second) {
        if (place >= releases) return false;
        if (covers(published.releases[place], earlier)) return true;
    }
    return false;
}

}  // namespace

void publish(std::uintptr_t address, Release release) {
    Releases& all = releases();
    if (all.count == most_releases) {
        all.incomplete = true;
        return;
    }
    ++all.count;
    const auto number = all.numbers.emplace(address, all.addresses.size());
    if (number.second) all.addresses.emplace_back();
    Published& published = all.addresses[number.first->second];
    published.by_block[release.block_first].push_back(
        static_cast<unsigned>(published.releases.size()));
    published.releases.push_back(std::move(release));
}

void take_over(std::uintptr_t address, Knowledge& knowledge) {
    const Releases& all = releases();
    if (all.incomplete) learn_everything(knowledge);
    const auto number = all.numbers.find(address);
    if (number == all.numbers.end()) return;
    learn(knowledge, Known{number->second,
                           static_cast<unsigned>(all.addresses[number->second].releases.size())});
}

bool was_published(std::uintptr_t address) {
    return releases().incomplete || releases().numbers.count(address) != 0;
}

void forget_releases() {
    releases() = Releases();
}

bool saw_atomic(const Knowledge& knowledge, std::uintptr_t address, Record earlier,
                std::uint64_t block_first) {
    const Releases& all = releases();
    const auto number = all.numbers.find(address);
    if (number == all.numbers.end()) return false;
    const Published& published = all.addresses[number->second];
    const auto of_block = published.by_block.find(block_first);
    if (of_block == published.by_block.end()) return false;
    for (const Known& known : knowledge.of_addresses) {
        if (known.address_number != number->second) continue;
        for (const unsigned place : of_block->second) {
            if (place >= known.releases) break;
            if (published.releases[place].thread == thread_of(earlier)) return true;
        }
    }
    return false;
}

bool handed_on(const Knowledge& knowledge, Record earlier, std::uint64_t block_first,
               LookedAt& looked_at) {
    const Releases& all = releases();
    // A list and no recursion: a chain of blocks can be longer than a thread's stack is deep.
    std::vector<Lead> leads = {{&knowledge, hot.block_began}};
    while (!leads.empty()) {
        const Lead lead = leads.back();
        leads.pop_back();
        // Another block, which ran before, cannot have known what this block would do.
        if (lead.knowledge->everything &&
            (block_first != hot.block_began || lead.block_first == hot.block_began)) {
            return true;
        }
        for (const Known& known : lead.knowledge->of_addresses) {
            unsigned& seen = looked_at[known.address_number];
            const unsigned from = seen;
            if (from >= known.releases) continue;
            seen = known.releases;
            const Published& published = all.addresses[known.address_number];
            if (told_by_its_block(published, known.releases, earlier, block_first)) return true;
            for (unsigned place = from; place < known.releases; ++place) {
                const Release& release = published.releases[place];
                const Knowledge& more = release.fenced.known;
                // What was known of the same address is a part of what is looked at here.
                const bool nothing_new =
                    more.of_addresses.size() == 1 &&
                    more.of_addresses[0].address_number == known.address_number;
                if (more.empty() || nothing_new) continue;
                leads.push_back({&more, release.block_first});
            }
        }
    }
    return false;
}

}  // namespace workshop::emulator::watch
