// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What racecheck remembers of an access, in 64 bits.
///
/// | bits  | what |
/// |-------|------|
/// | 63-37 | stamp: grows at every block, every barrier of a block and every barrier of the grid |
/// | 36-27 | number of the thread in its block |
/// | 26-17 | events: how often the lanes of its warp had met or fenced since the stamp began |
/// | 16-4  | site: the line, see add_site() |
/// | 3-0   | flags |
///
/// A stamp tells the launch, the block and the interval between two barriers, so most questions
/// about order are comparisons of stamps.

#include <cstdint>

namespace workshop::emulator::watch {

using Record = std::uint64_t;

constexpr int stamp_shift = 37;
constexpr int thread_shift = 27;
constexpr int warp_shift = 32;
constexpr int events_shift = 17;
constexpr int site_shift = 4;
constexpr std::uint64_t most_stamps = (1ULL << 27) - 2;
constexpr unsigned most_events = 1023;

// Flags of a write.
constexpr Record strong = 1;  ///< an atomic, or a volatile access of global memory
constexpr Record beside_plain =
    2;                           ///< a strong one: Region::plain_writes has a plain one of before
constexpr Record one_block = 4;  ///< a strong one that is atomic inside its block only
// Flags of a read.
constexpr Record one_thread = 0;
constexpr Record several_lanes = 1;  ///< of one warp; MoreReaders::second is another of them
constexpr Record several_warps = 2;  ///< MoreReaders::second is in another warp
constexpr Record reader_flags = 3;
constexpr Record other_blocks = 4;  ///< MoreReaders::other_block is of this launch
constexpr Record good_state = 8;    ///< memcheck and initcheck had nothing against that read
constexpr Record all_flags = 15;

/// @brief What of a read record has to be the same as in the current thread's own record, so that a
///        further read adds nothing: by the reader flags of the record.
///
/// good_state is a part of it: then nothing is left to look at, because within a stamp no memory
/// becomes uninitialised or unusable.
constexpr Record nobodys_flags = 3;  ///< reader flags that no record has
constexpr Record events_bits = 1023ULL << events_shift;
constexpr Record known_read_bits[4] = {
    ~0ULL << thread_shift | events_bits | good_state,  // one_thread
    ~0ULL << warp_shift | events_bits | good_state,    // several_lanes
    ~0ULL << stamp_shift | good_state,                 // several_warps
    ~0ULL,                                             // nobodys_flags
};

/// @brief What a word's write record holds when its bytes are recorded one by one.
constexpr std::uint64_t split_stamp = (1ULL << 27) - 1;
constexpr Record split_record(std::uint64_t first) {
    return split_stamp << stamp_shift | first << 8 | all_flags;
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

/// @brief Readers for which the read record of a word has no room. Used by words with more than one
///        reader only.
struct MoreReaders {
    Record second;       ///< another thread of the same block and stamp as the read record
    Record other_block;  ///< the first reader in an earlier block of the launch
};

}  // namespace workshop::emulator::watch
