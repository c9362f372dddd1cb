// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What each place in the program did: counts by program counter and kind of event.

#include <cstdint>
#include <deque>
#include <vector>

#include "event_word.hpp"

namespace workshop::emulator::profile {

/// @brief One request as it happened, for the pictures.
struct RecordedRequest {
    unsigned lanes = 0;  ///< mask; 0 when there is none
    unsigned units = 0;  ///< sectors or waves
    unsigned warp = 0;
    std::uint64_t block = 0;  ///< number in the grid
    std::uint64_t addresses[32] = {};
};

struct Site {
    EventWord word = 0;             ///< without the depth of calls
    std::uint64_t executions = 0;   ///< by a warp, or a part of one: requests, blocks, barriers
    std::uint64_t lanes = 0;        ///< sum of the lanes that took part
    std::uint64_t units = 0;        ///< global memory: sectors; shared memory: waves
    std::uint64_t least_units = 0;  ///< the same, had the addresses been the best possible
    std::uint64_t divergent = 0;    ///< of a block: how often its lanes parted at its end
    RecordedRequest first;
    RecordedRequest costliest;
};

/// @brief A hash table that keeps the places of its entries.
class SiteTable {
  public:
    /// @brief The entry of an event; made when there is none.
    Site& at(EventWord event) {
        const EventWord key = without_depth(event);
        for (std::uint64_t place = hash(key);; ++place) {
            Site* site = slots_[place & mask()];
            if (site == nullptr) return insert(key);
            if (site->word == key) return *site;
        }
    }
    const std::deque<Site>& all() const { return sites_; }
    void clear() {
        sites_.clear();
        slots_.assign(slots_.size(), nullptr);
    }

  private:
    std::uint64_t mask() const { return slots_.size() - 1; }
    static std::uint64_t hash(EventWord key) { return key * 0x9E3779B97F4A7C15U >> 32; }
    void place(Site& site) {
        std::uint64_t slot = hash(site.word);
        while (slots_[slot & mask()] != nullptr)
            ++slot;
        slots_[slot & mask()] = &site;
    }
    Site& insert(EventWord key) {
        Site& site = sites_.emplace_back();
        site.word = key;
        if (sites_.size() * 2 > slots_.size()) {
            slots_.assign(slots_.size() * 2, nullptr);
            for (Site& each : sites_)
                place(each);
        } else {
            place(site);
        }
        return site;
    }

    std::deque<Site> sites_;
    std::vector<Site*> slots_ = std::vector<Site*>(256, nullptr);
};

}  // namespace workshop::emulator::profile
