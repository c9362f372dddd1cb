// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "../scheduler.hpp"
#include "block_starts.hpp"
#include "findings.hpp"
#include "hot.hpp"
#include "ordering.hpp"
#include "race_record.hpp"
#include "slow_checks.hpp"

namespace workshop::emulator::watch {
namespace {

/// One cell with what belongs to it.
struct Place {
    Region& region;
    Record& write;
    Record& read;
    MoreReaders& more;
    Record& plain_write;
    std::uintptr_t address;
    std::size_t bytes;
};

bool is_split(const Region& region, Record write) {
    return write == split_record(region.first);
}

/// Whether an access is of this launch, of another thread, and ordered by nothing.
bool unordered(const Region& region, Record earlier) {
    const std::uint64_t stamp = stamp_of(earlier);
    if (stamp < region.first || stamp == split_stamp || key_of(earlier) == hot.key) return false;
    if (stamp >= hot.block_first && stamp < hot.stamp) return false;
    // Where blocks take turns, stamps of others lie between those of this block.
    if (hot.block_began != hot.block_first && stamp < hot.stamp &&
        block_first_of(stamp) == hot.block_began) {
        return false;
    }
    return !ordered_before_now(earlier);
}

/// Whether a stamp of this launch is of the current block.
bool is_of_this_block(std::uint64_t stamp) {
    return stamp - hot.block_first <= hot.stamp - hot.block_first ||
           block_first_of(stamp) == hot.block_began;
}

/// Whether one of two strong accesses is atomic inside its block only, and the other is of another
/// block.
bool scope_is_too_small(const RaceAccess& access, Record write) {
    return (access.block_scope || (write & one_block) != 0) && !is_of_this_block(stamp_of(write));
}

bool both_strong(const RaceAccess& access, Record write) {
    return access.strong && (write & strong) != 0;
}

void report(const Place& place, const RaceAccess& access, Hazard hazard, Record earlier) {
    Party other;
    other.pc = hot.sites[site_of(earlier)];
    other.block_known = block_of_stamp(stamp_of(earlier), other.block);
    other.thread = thread_of(earlier);
    other.kind = hazard == Hazard::write_after_read ? AccessKind::read
                 : (earlier & strong) != 0          ? AccessKind::atomic
                                                    : AccessKind::write;
    found_race(hazard, place.region.space, place.address, place.bytes, access.kind, access.pc,
               other, hazard != Hazard::write_after_read && both_strong(access, earlier));
}

bool races_with(const Place& place, const RaceAccess& access, Record write) {
    if (both_strong(access, write) && !scope_is_too_small(access, write)) return false;
    if (!unordered(place.region, write)) return false;
    return (write & strong) == 0 || !atomic_was_seen(place.address, write);
}

/// What earlier writes mean for this access.
void check_writer(const Place& place, const RaceAccess& access) {
    Record write = place.write;
    if (stamp_of(write) == split_stamp) return;
    if (!races_with(place, access, write)) {
        if ((write & beside_plain) == 0) return;
        write = place.plain_write;
        if (!races_with(place, access, write)) return;
    }
    report(place, access,
           access.kind == AccessKind::read ? Hazard::read_after_write : Hazard::write_after_write,
           write);
}

/// A strong write takes the place of a plain one, which stays beside it: a strong access of another
/// thread races with the plain one only. When that was reported just now, it is enough.
Record keep_plain_write(const Place& place) {
    const Record last = place.write;
    if (stamp_of(last) < place.region.first) return 0;
    if ((last & strong) != 0) return last & beside_plain;
    if (unordered(place.region, last)) return 0;
    place.plain_write = last;
    return beside_plain;
}

/// What earlier reads mean for this write.
void check_readers(const Place& place, const RaceAccess& access) {
    const Record read = place.read;
    const std::uint64_t stamp = stamp_of(read);
    if (stamp < place.region.first) return;
    if (unordered(place.region, read)) {
        report(place, access, Hazard::write_after_read, read);
        return;
    }
    if (stamp == hot.stamp && (read & reader_flags) != one_thread &&
        stamp_of(place.more.second) == stamp && unordered(place.region, place.more.second)) {
        report(place, access, Hazard::write_after_read, place.more.second);
        return;
    }
    if ((read & other_blocks) != 0 && unordered(place.region, place.more.other_block)) {
        report(place, access, Hazard::write_after_read, place.more.other_block);
    }
}

void check(const Place& place, const RaceAccess& access) {
    check_writer(place, access);
    if (access.kind == AccessKind::read) {
        // A strong read may race with strong writes, and is not remembered: see the documentation.
        if (!access.strong) {
            const Record state = access.good_state ? good_state : 0;
            remember_read(place.read, place.more, place.region.first,
                          hot.me | site_bits(access.pc) | state);
        }
        return;
    }
    check_readers(place, access);
    // Of several atomics that nothing orders the first stays: an own one would hide that of another
    // thread from a plain read that follows. One for its block only is what other blocks race with.
    const bool weaker = access.block_scope && (place.write & one_block) == 0;
    if (both_strong(access, place.write) && !weaker && unordered(place.region, place.write)) {
        return;
    }
    const Record scope = access.block_scope ? one_block : 0;
    const Record kind = access.strong ? strong | scope | keep_plain_write(place) : 0;
    place.write = hot.me | site_bits(access.pc) | kind;
}

Place byte_place(Region& region, std::size_t byte) {
    return {region,
            region.byte_writes[byte],
            region.byte_reads[byte],
            region.more_of_bytes[byte],
            region.byte_plain_writes[byte],
            region.begin + byte,
            1};
}

void check_bytes(Region& region, std::size_t from, std::size_t to, const RaceAccess& access) {
    for (std::size_t byte = from; byte < to; ++byte)
        check(byte_place(region, byte), access);
}

/// A word whose bytes were recorded one by one in an earlier launch begins anew.
void forget_old_split(Region& region, std::size_t word) {
    if (stamp_of(region.writes[word]) == split_stamp) region.writes[word] = region.reads[word] = 0;
}

/// Goes over to one cell for each byte of a word, until the launch ends.
void split(Region& region, std::size_t word) {
    Record& write = region.writes[word];
    if (is_split(region, write)) return;
    forget_old_split(region, word);
    for (std::size_t byte = word * 4; byte < word * 4 + 4; ++byte) {
        region.byte_writes[byte] = write;
        region.byte_reads[byte] = region.reads[word];
        region.more_of_bytes[byte] = region.more[word];
        if ((write & beside_plain) != 0) region.byte_plain_writes[byte] = region.plain_writes[word];
    }
    write = split_record(region.first);
    region.reads[word] = 0;
}

}  // namespace

void race_slow(Region& region, std::size_t word, const RaceAccess& access) {
    if (is_split(region, region.writes[word])) {
        check_bytes(region, word * 4, word * 4 + 4, access);
        return;
    }
    forget_old_split(region, word);
    check({region, region.writes[word], region.reads[word], region.more[word],
           region.plain_writes[word], region.begin + word * 4, 4},
          access);
}

void race_slow_read(Region& region, std::size_t word, const void* pc) {
    race_slow(region, word, {AccessKind::read, pc, false, true});
}

void race_slow_write(Region& region, std::size_t word, const void* pc) {
    race_slow(region, word, {AccessKind::write, pc, false, true});
}

void race_bytes(Region& region, std::uintptr_t offset, std::size_t bytes,
                const RaceAccess& access) {
    const std::uintptr_t end = std::min<std::uintptr_t>(offset + bytes, region.raced_bytes / 4 * 4);
    while (offset < end) {
        const std::size_t word = offset / 4;
        const std::uintptr_t word_end = std::min<std::uintptr_t>(word * 4 + 4, end);
        if (offset % 4 == 0 && word_end == word * 4 + 4) {
            race_slow(region, word, access);
        } else {
            split(region, word);
            check_bytes(region, offset, word_end, access);
        }
        offset = word_end;
    }
}

}  // namespace workshop::emulator::watch
