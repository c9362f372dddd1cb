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

/// @brief Who freed memory that a kernel has allocated.
struct HeapRelease {
    unsigned long long launch = 0;  ///< counted from 1; 0: nobody
    uint3 block{};
    unsigned thread = 0;  ///< its number in the block
};

/// @brief Memory that a kernel has allocated.
struct HeapBlock {
    std::size_t bytes = 0;               ///< what was asked for
    unsigned long long number = 0;       ///< see Allocation
    const void* allocated_at = nullptr;  ///< where malloc or new returns to
    const void* freed_at = nullptr;      ///< the same of free or delete; null while it is in use
    uint3 block{};                       ///< the block of the thread that allocated it
    unsigned thread = 0;                 ///< its number in the block
    HeapRelease released{};
};

/// @brief A null pointer that malloc or new gave to a kernel.
struct FailedAllocation {
    std::size_t bytes = 0;     ///< what was asked for
    std::size_t in_use = 0;    ///< of the heap
    std::size_t limit = 0;     ///< of the heap
    const void* at = nullptr;  ///< where malloc or new returns to
    uint3 block{};             ///< the block of the thread that asked
    unsigned thread = 0;       ///< its number in the block
};

/// @brief The last one of the launch that runs.
std::optional<FailedAllocation> failed_allocation();

/// @brief A launch begins: no allocation of it has failed.
void note_launch_for_heap();

/// @brief "malloc() or new at file:line gave a null pointer: ..."
std::string failed_text(const FailedAllocation& failed);

/// @brief What is known of an allocation, in use or freed, when a kernel made it.
std::optional<HeapBlock> heap_block(const Allocation& allocation);

/// @brief "16 bytes that a kernel allocated at file:line"
std::string heap_text(const HeapBlock& block);

/// @brief "freed at file:line"; empty while it is in use.
std::string heap_freed_text(const HeapBlock& block);

}  // namespace workshop::emulator
