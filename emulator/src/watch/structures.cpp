// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "structures.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "../profile/source_lines.hpp"

namespace workshop::emulator::watch {

bool copies_vector(const void* pc) {
    static std::unordered_map<const void*, bool>& known =
        *new std::unordered_map<const void*, bool>;
    const auto [place, is_new] = known.emplace(pc, false);
    if (is_new) {
        // All vector types copy themselves through the functions of this header.
        const std::string header = "/emulator/wide_copy.h";
        const std::string file = profile::innermost_file(reinterpret_cast<std::uintptr_t>(pc) - 1);
        place->second = file.size() >= header.size() &&
                        file.compare(file.size() - header.size(), header.size(), header) == 0;
    }
    return place->second;
}

bool can_be_padding(unsigned unwritten, std::size_t bytes) {
    // A member that needs more than half of the size fills the object, without padding.
    const std::size_t largest_alignment = std::min<std::size_t>(bytes / 2, 8);
    const auto is_unwritten = [&](std::size_t byte) { return (unwritten >> byte & 1) != 0; };
    if (is_unwritten(0)) return false;  // a structure begins with a member
    for (std::size_t begin = 0; begin < bytes;) {
        if (!is_unwritten(begin)) {
            ++begin;
            continue;
        }
        std::size_t end = begin;
        while (end < bytes && is_unwritten(end))
            ++end;
        std::size_t alignment = 2;  // of what follows: more than the gap has bytes
        while (alignment <= end - begin)
            alignment *= 2;
        if (alignment > largest_alignment || end % alignment != 0) return false;
        begin = end;
    }
    return true;
}

}  // namespace workshop::emulator::watch
