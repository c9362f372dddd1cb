// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Addresses to which an index leads that went wrong in a way that can be told: past
///        page-locked memory, around at 2^32, or far away from an array of the launch.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "../arena.hpp"
#include "../pointers.hpp"

namespace workshop::emulator::watch {

/// @brief The page-locked memory that an address beside it was meant to be in: an argument of the
///        launch points there, and none is nearer.
std::optional<MemoryRange> page_locked_beside(std::uintptr_t address);

/// @brief An index that went around at 2^32: it was computed without a sign, and went below 0.
struct WrappedIndex {
    std::uintptr_t element_bytes;            ///< of the array
    std::optional<Allocation> block;         ///< device memory, or
    std::optional<MemoryRange> page_locked;  ///< memory of the host; else one of many arrays

    /// @brief How much too far the address is.
    std::uintptr_t too_far() const { return element_bytes << 32; }
};

/// @brief Whether an address is such an index away from something that the launch may use.
/// @param[in] bytes of the access
std::optional<WrappedIndex> wrapped_index(std::uintptr_t address, std::size_t bytes);

/// @brief "2^32 - 1" for 4294967295, "2^32 + 3" for 4294967299.
std::string wrapped_text(std::uintptr_t index);

/// @brief Whether an address outside of everything is as far away from device memory as an int can
///        lead: an argument of the launch points there, and none is nearer.
bool leads_far_from_argument(std::uintptr_t address);

}  // namespace workshop::emulator::watch
