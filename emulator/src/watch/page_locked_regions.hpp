// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief racecheck of page-locked memory of the host. Each block gets its records when a kernel
///        first uses it.

#include <cstdint>

#include "../pointers.hpp"
#include "regions.hpp"

namespace workshop::emulator::watch {

/// @brief The records of a block of page-locked memory.
/// @param[in] memory the block
/// @return null when it gets none: racecheck is off, or there is no address space left
Region* page_locked_region(const MemoryRange& memory);

/// @brief A launch begins: gives the records of memory that was freed back to the system.
void drop_freed_page_locked();

/// @brief Forgets all records: the stamps begin anew.
void forget_page_locked_records();

}  // namespace workshop::emulator::watch
