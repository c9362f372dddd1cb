// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "../scheduler.hpp"
#include "access_check.hpp"
#include "findings.hpp"
#include "hot.hpp"
#include "ordering.hpp"
#include "slow_checks.hpp"

namespace workshop::emulator::watch {
namespace {

/// One cell with what belongs to it.
struct Place {
    Region& region;
    Cell& cell;
    MoreReaders& more;
    std::uintptr_t address;
    std::size_t bytes;
};

struct Doing {
    AccessKind kind;
    const void* pc;
    bool strong_access;
};

bool is_split(const Region& region, Record write) {
    return write == split_record(region.first);
}

/// Whether an access is of this launch, of another thread, and ordered by nothing.
bool unordered(const Region& region, Record earlier) {
    const std::uint64_t stamp = stamp_of(earlier);
    if (stamp < region.first || stamp > hot.stamp || key_of(earlier) == hot.key) return false;
    if (stamp >= hot.block_first && stamp < hot.stamp) return false;
    return !ordered_before_now(earlier);
}

void report(const Place& place, const Doing& doing, Hazard hazard, Record earlier) {
    Party other;
    other.pc = hot.sites[site_of(earlier)];
    other.block_known = block_of_stamp(stamp_of(earlier), other.block);
    other.thread = thread_of(earlier);
    other.kind = hazard == Hazard::write_after_read ? AccessKind::read
                 : (earlier & strong) != 0          ? AccessKind::atomic
                                                    : AccessKind::write;
    found_race(hazard, place.region.space, place.address, place.bytes, doing.kind, doing.pc, other);
}

/// What an earlier write means for this access.
void check_writer(const Place& place, const Doing& doing) {
    const Record write = place.cell.write;
    if (stamp_of(write) == split_stamp) return;
    if (doing.strong_access && (write & strong) != 0) return;
    if (!unordered(place.region, write)) return;
    report(place, doing,
           doing.kind == AccessKind::read ? Hazard::read_after_write : Hazard::write_after_write,
           write);
}

/// What earlier reads mean for this write.
void check_readers(const Place& place, const Doing& doing) {
    const Record read = place.cell.read;
    const std::uint64_t stamp = stamp_of(read);
    if (stamp < place.region.first) return;
    if (unordered(place.region, read)) {
        report(place, doing, Hazard::write_after_read, read);
        return;
    }
    if (stamp == hot.stamp && (read & reader_flags) != one_thread &&
        stamp_of(place.more.second) == stamp && unordered(place.region, place.more.second)) {
        report(place, doing, Hazard::write_after_read, place.more.second);
        return;
    }
    if ((read & other_blocks) != 0 && unordered(place.region, place.more.other_block)) {
        report(place, doing, Hazard::write_after_read, place.more.other_block);
    }
}

void remember_read(Cell& cell, MoreReaders& more, std::uint64_t first, const void* pc) {
    const Record read = cell.read;
    const std::uint64_t stamp = stamp_of(read);
    const Record now = hot.me | site_bits(pc);
    if (stamp != hot.stamp) {
        Record flags = 0;
        if (stamp >= hot.block_first) {
            flags = read & other_blocks;
        } else if (stamp >= first) {  // another block of this launch was the last
            if (stamp_of(more.other_block) < first) {
                more.other_block = read & ~static_cast<Record>(7);
            }
            flags = other_blocks;
        }
        cell.read = now | flags;
        return;
    }
    const Record keep = read & other_blocks;
    const bool same_thread = key_of(read) == hot.key;
    const bool same_warp = (read ^ hot.me) >> warp_shift == 0;
    const bool newer = events_of(hot.me) > events_of(read);
    switch (read & reader_flags) {
        case one_thread:
        case several_lanes:
            if (same_warp && (same_thread || newer)) {
                // What the warp did before it met last is ordered for those that met.
                const Record lanes = newer ? one_thread : read & reader_flags;
                cell.read = now | lanes | keep;
            } else {
                more.second = read;
                cell.read = now | (same_warp ? several_lanes : several_warps) | keep;
            }
            break;
        default:
            break;
    }
}

void check(const Place& place, const Doing& doing) {
    check_writer(place, doing);
    if (doing.kind == AccessKind::read) {
        // A strong read may race with strong writes, and is not remembered: see the documentation.
        if (!doing.strong_access) {
            remember_read(place.cell, place.more, place.region.first, doing.pc);
        }
        return;
    }
    check_readers(place, doing);
    // Of several atomics that nothing orders the first stays: an own one would hide that of another
    // thread from a plain read that follows.
    if (doing.strong_access && (place.cell.write & strong) != 0 &&
        unordered(place.region, place.cell.write)) {
        return;
    }
    place.cell.write = hot.me | site_bits(doing.pc) | (doing.strong_access ? strong : 0);
}

Place byte_place(Region& region, std::size_t byte) {
    return {region, region.byte_cells[byte], region.more_of_bytes[byte], region.begin + byte, 1};
}

void check_bytes(Region& region, std::size_t from, std::size_t to, const Doing& doing) {
    for (std::size_t byte = from; byte < to; ++byte)
        check(byte_place(region, byte), doing);
}

/// Goes over to one cell for each byte of a word, until the launch ends.
void split(Region& region, std::size_t word) {
    Cell& cell = region.cells[cell_slot(word)];
    if (is_split(region, cell.write)) return;
    if (stamp_of(cell.write) == split_stamp) cell = Cell{0, 0};  // of an earlier launch
    for (std::size_t byte = word * 4; byte < word * 4 + 4; ++byte) {
        region.byte_cells[byte] = cell;
        region.more_of_bytes[byte] = region.more[word];
    }
    cell = Cell{split_record(region.first), 0};
}

}  // namespace

void race_new_read(Region& region, std::size_t word, const void* pc) {
    Cell& cell = region.cells[cell_slot(word)];
    if (__builtin_expect(maybe_unordered(region, cell.write), 0)) {
        race_slow(region, word, AccessKind::read, pc);
        return;
    }
    const Record read = cell.read;
    const std::uint64_t stamp = stamp_of(read);
    const bool of_this_launch = stamp >= region.first;
    const bool of_another_block = of_this_launch && stamp < hot.block_first;
    const Record site = known_site_bits(pc);
    if (stamp == hot.stamp || of_another_block || site == 0) {
        remember_read(cell, region.more[word], region.first, pc);
        return;
    }
    cell.read = hot.me | site | (of_this_launch ? read & other_blocks : 0);
}

void race_slow(Region& region, std::size_t word, AccessKind kind, const void* pc,
               bool strong_access) {
    const Doing doing{kind, pc, strong_access};
    Cell& cell = region.cells[cell_slot(word)];
    if (is_split(region, cell.write)) {
        check_bytes(region, word * 4, word * 4 + 4, doing);
        return;
    }
    if (stamp_of(cell.write) == split_stamp) cell = Cell{0, 0};
    check({region, cell, region.more[word], region.begin + word * 4, 4}, doing);
}

void race_bytes(Region& region, std::uintptr_t offset, std::size_t bytes, AccessKind kind,
                const void* pc, bool strong_access) {
    const std::uintptr_t end = std::min<std::uintptr_t>(offset + bytes, region.raced_bytes / 4 * 4);
    while (offset < end) {
        const std::size_t word = offset / 4;
        const std::uintptr_t word_end = std::min<std::uintptr_t>(word * 4 + 4, end);
        if (offset % 4 == 0 && word_end == word * 4 + 4) {
            race_slow(region, word, kind, pc, strong_access);
        } else {
            split(region, word);
            check_bytes(region, offset, word_end, {kind, pc, strong_access});
        }
        offset = word_end;
    }
}

}  // namespace workshop::emulator::watch
