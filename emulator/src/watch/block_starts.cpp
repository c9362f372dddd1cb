// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "block_starts.hpp"

#include <algorithm>
#include <vector>

#include "hot.hpp"

namespace workshop::emulator::watch {
namespace {

constexpr std::size_t most_blocks = 1U << 22;

struct BlockStart {
    std::uint64_t stamp;
    std::uint64_t began;
    uint3 index;
};
struct BlockStarts {
    std::vector<BlockStart> all;  ///< by stamp
    bool complete = true;
};
BlockStarts& starts() {
    static BlockStarts& all = *new BlockStarts;
    return all;
}

/// The first block that began after a stamp.
std::vector<BlockStart>::const_iterator first_after(std::uint64_t stamp) {
    const auto& all = starts().all;
    return std::upper_bound(
        all.begin(), all.end(), stamp,
        [](std::uint64_t value, const BlockStart& block) { return value < block.stamp; });
}

}  // namespace

void forget_block_starts() {
    starts().all.clear();
    starts().complete = true;
}

bool note_block_start(uint3 index, std::uint64_t began) {
    auto& all = starts().all;
    if (!all.empty() && all.back().began == began && all.back().index.x == index.x &&
        all.back().index.y == index.y && all.back().index.z == index.z) {
        return false;
    }
    if (all.size() < most_blocks) {
        all.push_back({hot.stamp, began, index});
    } else {
        starts().complete = false;
    }
    return true;
}

std::uint64_t run_of_stamp(std::uint64_t stamp) {
    const auto after = first_after(stamp);
    return after == starts().all.begin() ? 0 : std::prev(after)->stamp;
}

std::uint64_t block_first_of(std::uint64_t stamp) {
    const auto after = first_after(stamp);
    return after == starts().all.begin() ? 0 : std::prev(after)->began;
}

bool block_of_stamp(std::uint64_t stamp, uint3& index) {
    const auto& all = starts().all;
    const auto after = first_after(stamp);
    if (after == all.begin() || (!starts().complete && after == all.end())) return false;
    index = std::prev(after)->index;
    return true;
}

}  // namespace workshop::emulator::watch
