// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the system says of the pages of an address, and whether the program handed kernels a
///        pointer that leads there.

#include <cstdint>
#include <string>

namespace workshop::emulator::watch {

/// @brief Pages that lie beside each other and are of one kind.
struct Mapping {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;  ///< 0: nothing is there
    std::string text;        ///< "begin-end permissions ... name"
};

/// @brief The pages around an address.
Mapping mapping_at(std::uintptr_t address);

/// @brief Whether the system calls pages the heap or the stack of the program.
bool is_heap_or_stack(const Mapping& mapping);

/// @brief Whether an address is memory of the host that a pointer leads to which the kernel has
///        found in the memory it may use: in a structure or an array of pointers, for example,
///        that was copied as it stands. What an index reaches by accident has no such pointer.
/// @param[in] line the text of the line that made the access: variables in it are looked at
bool is_behind_stored_pointer(std::uintptr_t address, const std::string& line);

}  // namespace workshop::emulator::watch
