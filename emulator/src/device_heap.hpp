// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What kernels allocate by malloc and new.

#include <cuda_runtime.h>

#include <cstddef>
#include <optional>
#include <string>

#include "arena.hpp"

namespace workshop::emulator {

/// @brief After cudaDeviceReset(): nothing is allocated any more.
void forget_device_heap();

/// @brief Memory that a kernel has allocated.
struct HeapBlock {
    std::size_t bytes = 0;               ///< what was asked for
    unsigned long long number = 0;       ///< see Allocation
    const void* allocated_at = nullptr;  ///< where malloc or new returns to
    const void* freed_at = nullptr;      ///< the same of free or delete; null while it is in use
    uint3 block{};                       ///< the block of the thread that allocated it
    unsigned thread = 0;                 ///< its number in the block
};

/// @brief What is known of an allocation, in use or freed, when a kernel made it.
std::optional<HeapBlock> heap_block(const Allocation& allocation);

/// @brief "16 bytes that a kernel allocated at file:line"
std::string heap_text(const HeapBlock& block);

/// @brief "freed at file:line"; empty while it is in use.
std::string heap_freed_text(const HeapBlock& block);

}  // namespace workshop::emulator
