// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What racecheck remembers of an access, in 64 bits.
///
/// | bits  | what |
/// |-------|------|
/// | 63-36 | stamp: grows at every block, every barrier of a block and every barrier of the grid |
/// | 35-26 | number of the thread in its block |
/// | 25-16 | events: how often the lanes of its warp had met or fenced since the stamp began |
/// | 15-3  | site: the line, see sites.hpp |
/// | 2-0   | flags |
///
/// A stamp tells the launch, the block and the interval between two barriers, so most questions
/// about order are comparisons of stamps.

#include <cstdint>

namespace workshop::emulator::watch {

using Record = std::uint64_t;

constexpr int stamp_shift = 36;
constexpr int thread_shift = 26;
constexpr int warp_shift = 31;
constexpr int events_shift = 16;
constexpr int site_shift = 3;
constexpr std::uint64_t most_stamps = (1ULL << 28) - 2;
constexpr unsigned most_events = 1023;

// Flags of a write.
constexpr Record strong = 1;  ///< an atomic, or a volatile access of global memory
// Flags of a read.
constexpr Record one_thread = 0;
constexpr Record several_lanes = 1;  ///< of one warp; MoreReaders::second is another of them
constexpr Record several_warps = 2;  ///< MoreReaders::second is in another warp
constexpr Record reader_flags = 3;
constexpr Record other_blocks = 4;  ///< MoreReaders::other_block is of this launch

// What of a read is compared to find out that a further one adds nothing.
constexpr Record stamp_bits = ~0ULL << stamp_shift;
constexpr Record every_warp_bits = stamp_bits | reader_flags;
constexpr Record events_bits = 1023ULL << events_shift;
constexpr Record one_warp_bits = ~0ULL << warp_shift | events_bits | reader_flags;
constexpr Record one_thread_bits = ~0ULL << thread_shift | events_bits | reader_flags;

/// @brief What a word's write record holds when its bytes are recorded one by one.
constexpr std::uint64_t split_stamp = (1ULL << 28) - 1;
constexpr Record split_record(std::uint64_t first) {
    return split_stamp << stamp_shift | first << 8 | 7;
}

constexpr std::uint64_t stamp_of(Record record) {
    return record >> stamp_shift;
}
/// @brief Stamp and thread.
constexpr std::uint64_t key_of(Record record) {
    return record >> thread_shift;
}
constexpr unsigned thread_of(Record record) {
    return static_cast<unsigned>(record >> thread_shift) & 1023;
}
constexpr unsigned events_of(Record record) {
    return static_cast<unsigned>(record >> events_shift) & 1023;
}
constexpr unsigned site_of(Record record) {
    return static_cast<unsigned>(record >> site_shift) & 8191;
}

/// @brief The last accesses of four bytes of memory (or of one, where words are split).
struct Cell {
    Record write;
    Record read;
};

/// @brief Readers for which Cell has no room. Used by cells with more than one reader only.
struct MoreReaders {
    Record second;       ///< another thread of the same block and stamp as Cell::read
    Record other_block;  ///< the first reader in an earlier block of the launch
};

}  // namespace workshop::emulator::watch
