// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The kinds of memory that are watched, and where their shadow lies.
///
/// The shadow is mapped directly from the address. It has two parts:
/// - the state, a byte for four bytes of memory: low half: which are initialised; high half: which
///   may be used at all;
/// - the cells of racecheck: a record of the last read and one of the last write, 8 bytes each for
///   four bytes of memory; and more arrays that only words with several readers, words written both
///   plainly and by atomics, and words used byte by byte, touch.
/// Pages of the shadow are used only when they are written.

#include <cstddef>
#include <cstdint>

#include "events.hpp"
#include "records.hpp"

namespace workshop::emulator::watch {

struct Region {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
    std::uint8_t* state = nullptr;  ///< null: not kept
    std::size_t raced_bytes = 0;    ///< how many from the beginning have cells
    std::size_t cell_words = 0;     ///< for how many words cells were reserved
    std::uint64_t first = 0;        ///< accesses with an earlier stamp are ordered before all now
    Record* reads = nullptr;
    Record* writes = nullptr;
    MoreReaders* more = nullptr;
    Record* byte_reads = nullptr;
    Record* byte_writes = nullptr;
    MoreReaders* more_of_bytes = nullptr;
    Record* plain_writes = nullptr;  ///< see beside_plain
    Record* byte_plain_writes = nullptr;
    Space space = Space::global;
};

/// @brief Gives a region its place and its shadow. Null pointers stay where the system has no
///        address space left.
/// @param[in] bytes       addresses from `begin`; 16 must divide `begin`
/// @param[in] with_state  whether memcheck and initcheck look at it
/// @param[in] raced_bytes how many bytes racecheck looks at
void open_region(Region& region, std::uintptr_t begin, std::size_t bytes, Space space,
                 bool with_state, std::size_t raced_bytes);

/// @brief Gives the shadow of a region back to the system.
void close_region(Region& region);

/// @brief Whether an address is in the shadow of a region.
bool is_shadow(const Region& region, std::uintptr_t address);

/// @brief Gives the memory of the cells of a range back to the system.
void drop_cells(Region& region, std::uintptr_t begin, std::size_t bytes);

/// @brief Forgets who read and wrote a range.
void forget_records(Region& region, std::uintptr_t begin, std::size_t bytes);

// What the halves of a state byte mean.
constexpr unsigned usable_word = 0xF0;
constexpr unsigned initialised_word = 0xFF;

enum class RangeState { unusable, usable, initialised };

/// @brief Sets the state of a range, byte by byte at its ends.
void set_state(Region& region, std::uintptr_t begin, std::size_t bytes, RangeState state);

/// @brief What was copied is as initialised as its source. Both ranges are usable.
void copy_state(Region& region, std::uintptr_t to, std::uintptr_t from, std::size_t bytes);

/// @brief The bits of one byte of memory: 1 initialised, 16 usable.
inline unsigned state_of_byte(const Region& region, std::uintptr_t address) {
    const std::uintptr_t offset = address - region.begin;
    return region.state[offset / 4] >> (offset & 3) & 0x11;
}

}  // namespace workshop::emulator::watch
