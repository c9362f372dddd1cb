// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The checks of an access with which something may be wrong.

#include <cstddef>
#include <cstdint>

#include "events.hpp"
#include "regions.hpp"

namespace workshop::emulator::watch {

/// @brief The region of an address that lies neither in device memory nor in a static shared array.
///        Reports an address that no kernel may use, and gives the launch up then.
/// @return null when nothing is checked there
Region* other_region(std::uintptr_t address, std::size_t bytes, AccessKind kind, const void* pc);

/// @brief All checks of an access for which the state says that something is wrong.
__attribute__((visibility("default"))) void slow_access(Region& region, std::uintptr_t offset,
                                                        std::size_t bytes, AccessKind kind,
                                                        const void* pc);

/// @brief memcheck and initcheck of an access that the fast path did not let pass.
/// @return whether racecheck shall look at it
bool state_slow(Region& region, std::uintptr_t address, std::size_t bytes, AccessKind kind,
                const void* pc);

/// @brief As state_slow(), for a copy of any size and alignment. Padding is not an error: a read
///        counts as uninitialised only when all of it is.
bool state_of_copy(Region& region, std::uintptr_t address, std::size_t bytes, AccessKind kind,
                   const void* pc);

/// @brief An access, as racecheck sees it.
struct RaceAccess {
    AccessKind kind;
    const void* pc;
    bool strong = false;       ///< an atomic, or a volatile access of global memory
    bool good_state = false;   ///< memcheck and initcheck had nothing against it
    bool block_scope = false;  ///< a strong one that is atomic inside its block only
};

/// @brief racecheck of one word.
void race_slow(Region& region, std::size_t word, const RaceAccess& access);

/// @brief racecheck of a read, or a write, of a word of good state.
__attribute__((visibility("default"))) void race_slow_read(Region& region, std::size_t word,
                                                           const void* pc);
__attribute__((visibility("default"))) void race_slow_write(Region& region, std::size_t word,
                                                            const void* pc);

/// @brief racecheck of any range: whole words, and words of which only some bytes are used.
void race_bytes(Region& region, std::uintptr_t offset, std::size_t bytes, const RaceAccess& access);

/// @brief Hands an access to the event sink.
__attribute__((visibility("default"))) void deliver(Space space, std::uintptr_t address,
                                                    std::size_t bytes, AccessKind kind,
                                                    const void* pc);

/// @brief All checks of an access of memory that is neither in the arena nor shared.
void check_elsewhere(std::uintptr_t address, std::size_t bytes, AccessKind kind, const void* pc);

/// @brief All checks of an access of any size, alignment and strength.
/// @param[in] frame an address in the frame of the hook: what lies above is the thread's own
/// @param[in] copy  part of a copy of memory: see state_of_copy()
/// @param[in] in_block a strong one that is atomic inside its block only
void check_any(std::uintptr_t address, std::size_t bytes, AccessKind kind, const void* pc,
               std::uintptr_t frame, bool strong_access, bool copy, bool in_block = false);

}  // namespace workshop::emulator::watch
