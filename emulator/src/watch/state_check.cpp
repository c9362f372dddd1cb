// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include <cerrno>

#include "../arena.hpp"
#include "../exceptions.hpp"
#include "../pointers.hpp"
#include "../scheduler.hpp"
#include "arena_watch.hpp"
#include "far_access.hpp"
#include "findings.hpp"
#include "hot.hpp"
#include "lifecycle.hpp"
#include "lost_index.hpp"
#include "named_variables.hpp"
#include "ordering.hpp"
#include "page_locked_regions.hpp"
#include "passed_variables.hpp"
#include "settings.hpp"
#include "slow_checks.hpp"
#include "structures.hpp"

namespace workshop::emulator::watch {
namespace {

constexpr std::uintptr_t page_bytes = 4096;

/// The kernel cannot go on: the access would damage the program, or the processor refuses it.
/// Without memcheck it is let be.
void give_up() {
    if (checkers().memcheck) abandon(cudaErrorLaunchFailure, Diagnostic());
}

struct States {
    bool usable = true;
    std::size_t uninitialised = 0;  ///< bytes
    unsigned unwritten = 0;         ///< a bit for each of the first 32 bytes
};

States states_of(const Region& region, std::uintptr_t address, std::size_t bytes) {
    States states;
    for (std::size_t i = 0; i < bytes; ++i) {
        const unsigned state = state_of_byte(region, address + i);
        states.usable &= (state & 0x10) != 0;
        if ((state & 1) != 0) continue;
        ++states.uninitialised;
        if (i < 32) states.unwritten |= 1U << i;
    }
    return states;
}

/// Whether what nobody wrote is the padding of a structure that is read as a whole.
bool is_padding(const States& states, std::size_t bytes, const void* pc) {
    return (bytes == 8 || bytes == 16) && can_be_padding(states.unwritten, bytes) &&
           checkers().initcheck && !copies_vector(pc);
}

/// Whether an access needs an address that its size divides. A structure of two members of 8 bytes
/// does not: they are moved one by one on a GPU.
bool needs_own_alignment(std::uintptr_t address, std::size_t bytes, const void* pc) {
    return bytes < 16 || address % 8 != 0 || !checkers().memcheck || copies_vector(pc);
}

/// @param[in] copy of any size: a read counts as uninitialised only when all of it is
bool check_states(Region& region, std::uintptr_t address, std::size_t bytes, AccessKind kind,
                  const void* pc, bool copy) {
    if (bytes > region.begin + region.bytes - address) {
        found(Fault::out_of_bounds, region.space, address, bytes, kind, pc);
        give_up();  // what lies behind is the program's
        return false;
    }
    const States states = states_of(region, address, bytes);
    if (!states.usable) {
        const bool freed = region.space == Space::global && was_freed(address);
        found(freed ? Fault::after_free : Fault::out_of_bounds, region.space, address, bytes, kind,
              pc);
        // There the access would crash, and be told once more.
        const bool open = address + bytes - region.begin <= device_arena().used_bytes();
        if (region.space == Space::global && !open) give_up();
        return false;
    }
    const std::size_t tolerated = copy ? bytes - 1 : 0;
    if (kind != AccessKind::write && states.uninitialised > tolerated &&
        !(kind == AccessKind::read && is_padding(states, bytes, pc))) {
        found(Fault::uninitialised, region.space, address, bytes, kind, pc);
    }
    if (kind != AccessKind::read) set_state(region, address, bytes, RangeState::initialised);
    return true;
}

}  // namespace

bool state_slow(Region& region, std::uintptr_t address, std::size_t bytes, AccessKind kind,
                const void* pc) {
    if (address % bytes != 0 && needs_own_alignment(address, bytes, pc)) {
        found(Fault::misaligned, region.space, address, bytes, kind, pc);
        give_up();
    }
    return check_states(region, address, bytes, kind, pc, false);
}

bool state_of_copy(Region& region, std::uintptr_t address, std::size_t bytes, AccessKind kind,
                   const void* pc) {
    return check_states(region, address, bytes, kind, pc, true);
}

void slow_access(Region& region, std::uintptr_t offset, std::size_t bytes, AccessKind kind,
                 const void* pc) {
    if (!state_slow(region, region.begin + offset, bytes, kind, pc)) return;
    if (offset < region.raced_bytes) race_bytes(region, offset, bytes, {kind, pc});
}

namespace {

/// Whether an address lies right before or behind a region: an index that is wrong by little.
bool is_near(const Region& region, std::uintptr_t address) {
    return region.bytes != 0 && (address - (region.begin + region.bytes) < page_bytes ||
                                 region.begin - address <= page_bytes);
}

}  // namespace

Region* other_region(std::uintptr_t address, std::size_t bytes, AccessKind kind, const void* pc) {
    if (address - hot.dynamic_shared.begin < hot.dynamic_shared.bytes) return &hot.dynamic_shared;
    if (address - hot.symbols.begin < hot.symbols.bytes && named_variable(address) != nullptr) {
        found(Fault::variable_name, Space::host, address, bytes, kind, pc);
        give_up();
        return &hot.symbols;
    }
    if (is_passed_variable(address)) {
        deliver(Space::host, address, bytes, kind, pc);
        found(Fault::host_memory, Space::host, address, bytes, kind, pc);
        give_up();
        return nullptr;
    }
    if (address - hot.symbols.begin < hot.symbols.bytes) return &hot.symbols;
    const void* pointer = reinterpret_cast<const void*>(address);
    const auto closure = reinterpret_cast<std::uintptr_t>(execution.call->closure);
    // Device memory comes here when there was no address space left for its shadow.
    if (address - closure < execution.call->closure_bytes || is_program_data(pointer) ||
        device_arena().contains(pointer)) {
        return nullptr;
    }
    if (execution.stacks.contains(pointer)) {
        found(Fault::foreign_local, Space::local, address, bytes, kind, pc);
        give_up();
        return nullptr;
    }
    const MemoryRange memory = find_memory(pointer);
    if (memory.place == MemoryPlace::page_locked) {
        Region* region = page_locked_region(memory);
        if (region == nullptr) deliver(Space::host, address, bytes, kind, pc);
        return region;
    }
    deliver(Space::host, address, bytes, kind, pc);
    if (is_thrown_object(address)) return nullptr;
    if (freed_page_locked(pointer)) {
        found(Fault::host_memory, Space::host, address, bytes, kind, pc);
        give_up();
        return nullptr;
    }
    const bool mapped = is_mapped(address);
    if (mapped && is_near(hot.static_shared, address)) {
        found(Fault::out_of_bounds, Space::shared, address, bytes, kind, pc);
    } else if (mapped && is_near(hot.global, address)) {
        found(Fault::out_of_bounds, Space::global, address, bytes, kind, pc);
    } else if (page_locked_beside(address)) {
        found(Fault::page_locked_end, Space::host, address, bytes, kind, pc);
    } else if (const auto wrapped = wrapped_index(address, bytes)) {
        found(Fault::wrapped_index, wrapped->block ? Space::global : Space::host, address, bytes,
              kind, pc);
    } else if (can_be_far_index(address)) {
        found(Fault::far_away, Space::host, address, bytes, kind, pc);
    } else if (leads_far_from_argument(address) && (!mapped || nobody_may_use(address))) {
        found(Fault::out_of_bounds, Space::global, address, bytes, kind, pc);
    } else if (!mapped) {
        return nullptr;  // a crash, which fault_report.cpp explains
    } else {
        found(Fault::host_memory, Space::host, address, bytes, kind, pc);
    }
    give_up();
    return nullptr;
}

void deliver(Space space, std::uintptr_t address, std::size_t bytes, AccessKind kind,
             const void* pc) {
    if (hot.sink == nullptr) return;
    hot.sink->on_access({pc, reinterpret_cast<const void*>(address),
                         static_cast<std::uint32_t>(bytes), kind, space,
                         static_cast<std::uint16_t>(execution.thread->number)});
}

void check_elsewhere(std::uintptr_t address, std::size_t bytes, AccessKind kind, const void* pc) {
    // What lies above this frame is the thread's own stack.
    const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
    if (address - frame < FiberStacks::stack_bytes) {
        deliver(Space::local, address, bytes, kind, pc);
        return;
    }
    check_any(address, bytes, kind, pc, frame, false, false);
}

void check_any(std::uintptr_t address, std::size_t bytes, AccessKind kind, const void* pc,
               std::uintptr_t frame, bool strong_access, bool copy, bool in_block) {
    if (bytes == 0) return;
    Region* region = &hot.global;
    if (address - region->begin >= region->bytes) region = &hot.static_shared;
    if (address - region->begin >= region->bytes) {
        if (address - frame < FiberStacks::stack_bytes) {
            deliver(Space::local, address, bytes, kind, pc);
            return;
        }
        region = other_region(address, bytes, kind, pc);
        if (region == nullptr) return;
    }
    deliver(region->space, address, bytes, kind, pc);
    if (region->state != nullptr) {
        const bool good = copy ? state_of_copy(*region, address, bytes, kind, pc)
                               : state_slow(*region, address, bytes, kind, pc);
        if (!good) return;
    }
    const std::uintptr_t offset = address - region->begin;
    if (offset < region->raced_bytes) {
        const bool nothing_to_say = region->state == nullptr;
        race_bytes(*region, offset, bytes, {kind, pc, strong_access, nothing_to_say, in_block});
    }
}

}  // namespace workshop::emulator::watch
