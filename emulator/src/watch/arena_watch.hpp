// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the host does with device memory, for memcheck and initcheck.

#include <cstddef>
#include <cstdint>

namespace workshop::emulator::watch {

/// @brief A block was handed out. Nothing in it is initialised, except that the host may write
///        managed memory unseen.
void allocated(const void* base, std::size_t bytes, bool managed);

/// @brief A block was taken back.
void released(const void* base, std::size_t reserved);

/// @brief The host has written a range: cudaMemset, or a copy from the host.
void host_wrote(const void* to, std::size_t bytes);

/// @brief A copy on the device: what was not initialised stays so.
void device_copied(const void* to, const void* from, std::size_t bytes);

/// @brief Whether an address lies in a block that was freed and not handed out again.
bool was_freed(std::uintptr_t address);

/// @brief Bytes that are kept from being handed out again so soon.
std::size_t quarantine_bytes();

}  // namespace workshop::emulator::watch
