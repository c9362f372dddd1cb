// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The checks of one access: the fast path, for accesses with which nothing is wrong.

#include <cstring>

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

inline __attribute__((always_inline)) void race_read(Region& region, std::size_t word,
                                                     const void* pc) {
    // Often nothing new: many threads read the same, or this one reads it again. A write since then
    // was looked at when it was made.
    const Record read = region.cells[cell_slot(word)].read;
    if ((read & every_warp_bits) == hot.read_by_several_warps) return;
    if ((read & one_warp_bits) == hot.read_by_this_warp) return;
    if ((read & one_thread_bits) == hot.me) return;
    race_new_read(region, word, pc);
}

inline __attribute__((always_inline)) void race_write(Region& region, std::size_t word,
                                                      const void* pc) {
    Cell& cell = region.cells[cell_slot(word)];
    const Record read = cell.read;
    const std::uint64_t read_stamp = stamp_of(read);
    const Record site = known_site_bits(pc);
    bool slow = maybe_unordered(region, cell.write) || site == 0;
    if (read_stamp >= region.first) {
        slow |= (read & other_blocks) != 0 || read_stamp < hot.block_first;
        slow |= read_stamp == hot.stamp &&
                (key_of(read) != hot.key || (read & reader_flags) != one_thread);
    }
    if (__builtin_expect(slow, 0)) {
        race_slow(region, word, AccessKind::write, pc);
        return;
    }
    cell.write = hot.me | site;
}

/// @brief Whether memcheck and initcheck have nothing to say; a write becomes initialised.
template <unsigned Bytes, bool Write>
inline bool state_is_good(Region& region, std::uintptr_t offset) {
    const auto misaligned = static_cast<unsigned>(offset & (Bytes - 1));
    std::uint8_t* state = region.state + offset / 4;
    if constexpr (Bytes < 4) {
        const unsigned bytes = ((1U << Bytes) - 1) << (offset & 3);
        const unsigned needed = Write ? bytes << 4 : bytes | bytes << 4;
        if (((needed & ~*state) | misaligned) != 0) return false;
        if (Write) *state = static_cast<std::uint8_t>(*state | bytes);
        return true;
    } else {
        std::uint32_t value = 0;
        std::memcpy(&value, state, Bytes / 4);
        constexpr std::uint32_t all = Bytes == 16 ? 0xFFFFFFFFU : (1U << (Bytes * 2 % 32)) - 1;
        constexpr std::uint32_t needed = Write ? all & 0xF0F0F0F0U : all;
        if (((needed & ~value) | misaligned) != 0) return false;
        if (Write) std::memset(state, 0xFF, Bytes / 4);
        return true;
    }
}

/// @brief The checks of an access of a region that has a state.
template <unsigned Bytes, bool Write>
inline __attribute__((always_inline)) void check_in_region(Region& region, std::uintptr_t offset,
                                                           const void* pc) {
    constexpr AccessKind kind = Write ? AccessKind::write : AccessKind::read;
    if (__builtin_expect(!(state_is_good<Bytes, Write>(region, offset)), 0)) {
        slow_access(region, offset, Bytes, kind, pc);
        return;
    }
    if (offset >= region.raced_bytes) return;
    if constexpr (Bytes < 4) {
        race_bytes(region, offset, Bytes, kind, pc);
    } else if constexpr (Write) {
        for (unsigned word = 0; word < Bytes / 4; ++word)
            race_write(region, offset / 4 + word, pc);
    } else {
        for (unsigned word = 0; word < Bytes / 4; ++word)
            race_read(region, offset / 4 + word, pc);
    }
}

/// @brief As check_access(), and hands the access to the event sink first.
template <unsigned Bytes, bool Write>
__attribute__((noinline)) void deliver_and_check(std::uintptr_t address, const void* pc) {
    constexpr AccessKind kind = Write ? AccessKind::write : AccessKind::read;
    for (Region* region : {&hot.global, &hot.static_shared, &hot.dynamic_shared}) {
        if (address - region->begin >= region->bytes) continue;
        deliver(region->space, address, Bytes, kind, pc);
        check_in_region<Bytes, Write>(*region, address - region->begin, pc);
        return;
    }
    check_elsewhere(address, Bytes, kind, pc);
}

/// @brief Checks one access of a fixed size. The fast path is made of comparisons and calls at the
///        very end only, so that it needs no frame of its own.
template <unsigned Bytes, bool Write>
inline __attribute__((always_inline)) void check_access(std::uintptr_t address, const void* pc) {
    constexpr AccessKind kind = Write ? AccessKind::write : AccessKind::read;
    if (__builtin_expect(hook_mode != HookMode::check, 0)) {
        if (hook_mode == HookMode::check_and_deliver) {
            deliver_and_check<Bytes, Write>(address, pc);
        }
        return;
    }
    std::uintptr_t offset = address - hot.global.begin;
    if (__builtin_expect(offset < hot.global.bytes, 1)) {
        check_in_region<Bytes, Write>(hot.global, offset, pc);
        return;
    }
    offset = address - hot.static_shared.begin;
    if (offset < hot.static_shared.bytes) {
        check_in_region<Bytes, Write>(hot.static_shared, offset, pc);
        return;
    }
    offset = address - hot.dynamic_shared.begin;
    if (offset < hot.dynamic_shared.bytes) {
        check_in_region<Bytes, Write>(hot.dynamic_shared, offset, pc);
        return;
    }
    check_elsewhere(address, Bytes, kind, pc);
}

}  // namespace workshop::emulator::watch
