// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a lane did, as it is logged: one 64-bit word, and for all but basic blocks a second
///        one with the address or the mask.
///
/// The first word orders events: a smaller word is taken first. Deeper calls come first, so that a
/// lane inside a function catches up with those that wait behind the call; then the lower program
/// counter, so that a lane that is behind catches up with those ahead.

#include <cstdint>

namespace workshop::emulator::profile {

enum class EventKind : unsigned {
    block,      ///< a basic block begins
    read,       ///< second word: address
    write,      ///< second word: address
    atomic,     ///< second word: address
    warp_sync,  ///< second word: mask of the lanes that meet
    barrier,    ///< second word: mask of the lanes that meet at a barrier of the block
};

enum class Space : unsigned { global, shared, local, constant };

using EventWord = std::uint64_t;

constexpr unsigned max_call_depth = 127;
constexpr unsigned pc_shift = 9;
constexpr unsigned depth_shift = 57;
constexpr EventWord pc_mask = (EventWord{1} << 48) - 1;
constexpr EventWord depth_bits = EventWord{max_call_depth} << depth_shift;

/// @brief Puts an event into a word.
/// @param[in] depth how many calls are open; more than 127 count as 127
/// @param[in] size_log2 bytes of the access as a power of two, 0 to 4; 0 for what is no access
constexpr EventWord make_event(EventKind kind, std::uint64_t pc, unsigned depth,
                               unsigned size_log2 = 0, Space space = Space::global) {
    const unsigned open = depth < max_call_depth ? depth : max_call_depth;
    return EventWord{max_call_depth - open} << depth_shift | (pc & pc_mask) << pc_shift |
           static_cast<unsigned>(kind) | size_log2 << 3 | static_cast<unsigned>(space) << 6;
}

constexpr EventKind kind_of(EventWord word) {
    return static_cast<EventKind>(word & 7);
}
constexpr unsigned bytes_of(EventWord word) {
    return 1U << (word >> 3 & 7);
}
constexpr Space space_of(EventWord word) {
    return static_cast<Space>(word >> 6 & 3);
}
constexpr std::uint64_t pc_of(EventWord word) {
    return word >> pc_shift & pc_mask;
}
constexpr unsigned depth_of(EventWord word) {
    return max_call_depth - static_cast<unsigned>(word >> depth_shift);
}
/// @brief The same place in the program, however deep the calls.
constexpr EventWord without_depth(EventWord word) {
    return word & ~depth_bits;
}
constexpr bool is_access(EventWord word) {
    const EventKind kind = kind_of(word);
    return kind == EventKind::read || kind == EventKind::write || kind == EventKind::atomic;
}
constexpr bool is_meeting(EventWord word) {
    return kind_of(word) >= EventKind::warp_sync;
}
/// @brief Words that an event takes in a log.
constexpr unsigned words_of(EventWord word) {
    return kind_of(word) == EventKind::block ? 1 : 2;
}

}  // namespace workshop::emulator::profile
