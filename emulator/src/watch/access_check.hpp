// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief All checks of one access of a fixed size.

#include "good_state.hpp"
#include "hot.hpp"
#include "race_record.hpp"
#include "slow_checks.hpp"

namespace workshop::emulator::watch {

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
        race_bytes(region, offset, Bytes, {kind, pc});
    } else {
        race_words<Bytes, Write>(region, offset / 4, pc);
    }
}

/// @brief All checks of an access of a fixed size, by a thread of a kernel.
template <unsigned Bytes, bool Write>
inline __attribute__((always_inline)) void check_access(std::uintptr_t address, const void* pc) {
    constexpr AccessKind kind = Write ? AccessKind::write : AccessKind::read;
    std::uintptr_t offset = address - hot.global.begin;
    if (offset < hot.global.bytes) {
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

/// @brief As check_access(), and hands the access to the event sink first.
template <unsigned Bytes, bool Write>
inline void deliver_and_check(std::uintptr_t address, const void* pc) {
    constexpr AccessKind kind = Write ? AccessKind::write : AccessKind::read;
    for (Region* region : {&hot.global, &hot.static_shared, &hot.dynamic_shared}) {
        if (address - region->begin >= region->bytes) continue;
        deliver(region->space, address, Bytes, kind, pc);
        check_in_region<Bytes, Write>(*region, address - region->begin, pc);
        return;
    }
    check_elsewhere(address, Bytes, kind, pc);
}

/// @brief An access that the first look did not settle.
template <unsigned Bytes, bool Write>
__attribute__((noinline)) void look_closely(std::uintptr_t address, const void* pc) {
    if (!on_kernel_thread()) return;
    if (__builtin_expect(hot.delivers, 0)) {
        deliver_and_check<Bytes, Write>(address, pc);
    } else {
        check_access<Bytes, Write>(address, pc);
    }
}

}  // namespace workshop::emulator::watch
