// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What an address is, in words.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "findings.hpp"

namespace workshop::emulator::watch {

/// @brief "__global__" or "__shared__", as compute-sanitizer calls it.
std::string space_word(Space space);

/// @brief "allocation 3 of the program, 4096 bytes at 0x...".
std::string allocation_name(const Allocation& block);

/// @brief "element 3 of the shared array tile (byte 12 of 1024)", "element 7 of allocation 2 (byte
///        28 of 4000)", "the variable counter": the array and the index, counted in elements of
///        the size of the access, or in bytes where that is 0.
std::string place_text(Space space, std::uintptr_t address, std::size_t bytes);

/// @brief The allocation that was most likely meant by an address that is in none: one that was
///        freed there, else one of the thread's own memory, else the nearest.
std::optional<Allocation> meant_allocation(std::uintptr_t address, const Party& party);

/// @brief The array that a finding is about: the same text for all of its elements. Empty when it
///        cannot be told, or when the address is too far away from all of them.
std::string array_of(const Finding& finding);

/// @brief The array that an address lies in, the same text for all of its elements. Empty when it
///        cannot be told.
std::string array_at(Space space, std::uintptr_t address);

/// @brief How far the address of a finding is from what may be used near it, a sentence a line.
std::vector<std::string> distance_text(const Finding& finding);

/// @brief Which element of an array of shared memory an address is, and how many there are.
struct SharedIndex {
    std::size_t index;
    std::size_t elements;
};

/// @brief Looks up an address in or behind an array, counted in elements of the size of an access.
std::optional<SharedIndex> shared_index(std::uintptr_t address, std::size_t bytes);

/// @brief A line of a source file for a message, "   12 |     code"; empty when it cannot be read.
std::string source_excerpt(const std::string& file, int line);

}  // namespace workshop::emulator::watch
