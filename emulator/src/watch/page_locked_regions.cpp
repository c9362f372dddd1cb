// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "page_locked_regions.hpp"

#include <map>

#include "hot.hpp"
#include "settings.hpp"

namespace workshop::emulator::watch {
namespace {

struct Block {
    MemoryRange memory;
    Region region;
};
using Blocks = std::map<const char*, Block>;
Blocks& blocks() {
    static Blocks& all = *new Blocks;
    return all;
}

bool is_there_still(const MemoryRange& memory) {
    const MemoryRange now = find_memory(memory.base);
    return now.place == MemoryPlace::page_locked && now.base == memory.base &&
           now.bytes == memory.bytes;
}

}  // namespace

Region* page_locked_region(const MemoryRange& memory) {
    if (!checkers().racecheck) return nullptr;
    const auto [place, is_new] = blocks().try_emplace(memory.base);
    Block& block = place->second;
    if (is_new || block.memory.bytes != memory.bytes) {
        close_region(block.region);
        block.memory = memory;
        // Registered memory may begin anywhere, and records are for whole words.
        const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(memory.base);
        const std::uintptr_t begin = first & ~std::uintptr_t{15};
        const std::size_t bytes = (first + memory.bytes - begin + 3) / 4 * 4;
        open_region(block.region, begin, bytes, Space::host, false, bytes);
    }
    if (block.region.raced_bytes == 0) return nullptr;
    block.region.first = hot.launch_first;
    return &block.region;
}

void drop_freed_page_locked() {
    Blocks& all = blocks();
    for (auto next = all.begin(); next != all.end();) {
        const bool keep = is_there_still(next->second.memory);
        if (!keep) close_region(next->second.region);
        next = keep ? std::next(next) : all.erase(next);
    }
}

void forget_page_locked_records() {
    for (auto& [base, block] : blocks())
        drop_cells(block.region, block.region.begin, block.region.bytes);
}

}  // namespace workshop::emulator::watch
