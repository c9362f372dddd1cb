// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the rest of the CPU device tells those who watch.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "../block.hpp"
#include "findings.hpp"
#include "hot.hpp"

namespace workshop::emulator::watch {

/// @brief Called before main() by every watched file.
void program_is_watched();

/// @brief Whether any file of the program is watched, and WORKSHOP_WATCH does not say off.
bool watching();

/// @brief A launch begins: its blocks, its shared memory and `execution` are ready.
void begin_launch();

/// @brief A launch has ended. Tells what was found.
/// @return the error that the next call which waits returns, or cudaSuccess
cudaError_t end_launch();

// The following are called in every launch; they do nothing when nobody watches.
void begin_block(Block& block);
/// @brief A block of a cooperative launch makes room for others, or goes on.
void park_block(const Block& block);
void resume_block(Block& block);
void end_block(const Block& block);
void end_thread(const Thread& thread);
void block_barrier(const Block& block);
void grid_barrier();
void warp_sync(const Block& block, unsigned warp, Collective kind, unsigned lanes);
void fence(bool whole_device);

/// @brief Whether anybody wants those calls.
inline bool wanted() {
    return hot.active || hot.sink != nullptr;
}

/// @brief Before a thread waits: settles what has to be known before others run.
inline void leave_thread() {
    if (hot.open_writes) settle_writes();
}

/// @brief An atomic of the current thread, before it happens.
/// @param[in] reads    whether the result depends on the old value
/// @param[in] in_block whether it is atomic inside its block only
void atomic_access(const void* address, std::size_t bytes, const void* pc, const void* frame,
                   bool reads, bool in_block);

/// @brief A copy inside a kernel, or a fill when `from` is null.
void watch_copy(const void* to, const void* from, std::size_t bytes, const void* pc,
                const void* frame);

/// @brief A copy that may be made at any time from now on, until the thread waits for it. What it
///        writes in shared memory counts as unwritten until then.
void watch_copy_to_come(const void* to, const void* from, std::size_t bytes, const void* pc,
                        const void* frame);

/// @brief The thread has waited for such a copy. What was wrong with its addresses is not told
/// again.
void watch_copy_that_came(const void* to, std::size_t bytes, const void* pc, const void* frame);

/// @brief Whether an address is shared memory.
bool is_shared(std::uintptr_t address);

/// @brief Whether an address is in the program's data, or of threadIdx and its kin: not in
///        other data of the CPU device, and not in that of a library of the system.
bool is_program_data(const void* address);

/// @brief The latest stamp that was given out. The block that runs may have an earlier one.
std::uint64_t latest_stamp();

}  // namespace workshop::emulator::watch
