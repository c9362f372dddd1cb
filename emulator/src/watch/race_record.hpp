// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief racecheck of a word where nothing is wrong: what is remembered of an access.

#include "hot.hpp"
#include "slow_checks.hpp"

namespace workshop::emulator::watch {

/// @brief Whether an earlier access may not be ordered before the current thread.
inline bool maybe_unordered(const Region& region, Record record) {
    const std::uint64_t stamp = stamp_of(record);
    // Earlier stamps of the same block are ordered by its barriers.
    return stamp >= region.first && stamp - hot.block_first >= hot.stamp - hot.block_first &&
           key_of(record) != hot.key;
}

/// @brief Whether read records say all that further reads by the current thread could add: many
///        threads read the same, or one reads it again. A write since then was looked at when it
///        was made.
template <unsigned Words>
inline __attribute__((always_inline)) bool add_nothing(const Record* reads) {
    Record difference = 0;
    for (unsigned word = 0; word < Words; ++word)
        difference |=
            (reads[word] ^ (hot.me | good_state)) & known_read_bits[reads[word] & reader_flags];
    return difference == 0;
}

/// @brief Whether a stamp may be of another block. Where blocks take turns, a later one can be,
///        too.
inline __attribute__((always_inline)) bool is_of_others(std::uint64_t stamp) {
    return stamp - hot.block_first > hot.stamp - hot.block_first;
}

/// @brief Keeps a reader of an earlier block of the launch, the first of them.
/// @return other_blocks when there is one
inline Record keep_other_block(Record read, MoreReaders& more, std::uint64_t first) {
    if (stamp_of(read) < first) return 0;
    if (is_of_others(stamp_of(read)) && (read & other_blocks) == 0) {
        more.other_block = read & ~all_flags;
        return other_blocks;
    }
    return read & other_blocks;
}

/// @brief Remembers a read.
/// @param     last  the word's record
/// @param[in] first see Region
/// @param[in] now   the current thread's record of it
inline void remember_read(Record& last, MoreReaders& more, std::uint64_t first, Record now) {
    const Record read = last;
    if (stamp_of(read) != hot.stamp) {
        last = now | keep_other_block(read, more, first);
        return;
    }
    if ((read & reader_flags) == several_warps) {
        last = read | (now & good_state);
        return;
    }
    const Record keep = read & other_blocks;
    const bool same_thread = key_of(read) == hot.key;
    const bool same_warp = (read ^ now) >> warp_shift == 0;
    const bool newer = events_of(now) > events_of(read);
    if (same_warp && (same_thread || newer)) {
        // What the warp did before it met last is ordered for those that met.
        last = now | (newer ? one_thread : read & reader_flags) | keep;
    } else {
        more.second = read;
        last = now | (same_warp ? several_lanes : several_warps) | keep;
    }
}

/// @brief racecheck of a read of a whole word with which memcheck and initcheck found nothing
///        wrong. What is out of the ordinary is a call at the very end: no frame is needed.
inline __attribute__((always_inline)) void race_read(Region& region, std::size_t word,
                                                     const void* pc) {
    Record& last = region.reads[word];
    if (add_nothing<1>(&last)) return;
    const Record site = known_site_bits(pc);
    if (__builtin_expect(site == 0 || maybe_unordered(region, region.writes[word]), 0)) {
        race_slow_read(region, word, pc);
        return;
    }
    remember_read(last, region.more[word], region.first, hot.me | site | good_state);
}

/// @brief racecheck of a write of a whole word.
inline __attribute__((always_inline)) void race_write(Region& region, std::size_t word,
                                                      const void* pc) {
    const Record read = region.reads[word];
    const std::uint64_t read_stamp = stamp_of(read);
    const Record site = known_site_bits(pc);
    bool slow = site == 0 || maybe_unordered(region, region.writes[word]);
    if (read_stamp >= region.first) {
        slow |= (read & other_blocks) != 0 || is_of_others(read_stamp);
        slow |= read_stamp == hot.stamp &&
                (key_of(read) != hot.key || (read & reader_flags) != one_thread);
    }
    if (__builtin_expect(slow, 0)) {
        race_slow_write(region, word, pc);
        return;
    }
    region.writes[word] = hot.me | site;
}

/// @brief racecheck of an access of one or more whole words.
template <unsigned Bytes, bool Write>
inline __attribute__((always_inline)) void race_words(Region& region, std::size_t first,
                                                      const void* pc) {
    for (std::size_t word = first; word < first + Bytes / 4; ++word) {
        if constexpr (Write) {
            race_write(region, word, pc);
        } else {
            race_read(region, word, pc);
        }
    }
}

}  // namespace workshop::emulator::watch
