// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Which accesses of other threads happened before what the current thread does next.
///
/// Barriers are dealt with by stamps (records.hpp). Here is the rest: lanes of a warp that met in
/// __syncwarp, and threads that synchronise through a fence and an atomic on the same address.
///
/// A fence makes what its thread did before visible. A strong write (an atomic, or a volatile store
/// to global memory) by a thread that has fenced publishes it under the address. A later strong
/// access to the address takes over all that was published there. Barriers and __syncwarp hand on
/// what their threads know.

#include <cuda_runtime.h>

#include <cstdint>

#include "../block.hpp"
#include "records.hpp"

namespace workshop::emulator::watch {

/// @brief A launch begins: forgets all, and may warn again of what does not fit into memory.
void order_new_launch();

/// @brief Forgets all: every block is ordered before what follows (a grid barrier).
void order_new_grid();

/// @brief A block begins, or goes on after a grid barrier. hot.stamp is already its own.
/// @param[in] threads of the block
void order_new_block(uint3 index, unsigned threads);

/// @brief A block of a cooperative launch makes room for others: what its threads know is kept. Or
///        it goes on where it was, with the stamp that it had.
void order_parked_block(const Block* block);
void order_resumed_block(const Block* block);

/// @brief The threads of the block have met at a barrier, under the stamp before hot.stamp.
void order_barrier();

/// @brief Lanes have met in __syncwarp.
void order_warp(unsigned warp, unsigned lanes);

/// @brief The current thread fences.
/// @param[in] whole_device false: for its own block only
void order_fence(bool whole_device);

/// @brief The current thread makes a strong access.
/// @param[in] fenced     the access is itself a fence, as __atomic_* with an order is
/// @param[in] publishes  it writes
/// @param[in] in_block   it is atomic inside its block only: other blocks learn nothing from it
void order_strong_access(std::uintptr_t address, bool fenced, bool publishes,
                         bool in_block = false);

/// @brief Whether the current thread, or its block before the last barrier, has made an atomic
///        access of an address since the one that is given. Who draws the last ticket may put
///        the counter back by a plain store.
bool atomic_was_seen(std::uintptr_t address, Record earlier);

/// @brief Whether an access of another thread in this launch, which no barrier orders, happened
///        before what the current thread does next.
bool ordered_before_now(Record earlier);

}  // namespace workshop::emulator::watch
