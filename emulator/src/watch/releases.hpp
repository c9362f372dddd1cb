// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What threads of the launch have published, and what follows from it.

#include <cstdint>
#include <unordered_map>

#include "knowledge.hpp"
#include "records.hpp"
#include "warp_order.hpp"

namespace workshop::emulator::watch {

/// @brief What a fence makes visible: accesses of its block with a stamp before `stamp`; its
///        thread's own in that stamp with fewer `events`; those of its warp in `lanes`; and what
///        the thread knew.
struct Fenced {
    std::uint64_t stamp = 0;  ///< 0: none in this block
    unsigned events = 0;
    bool with_lanes = false;
    LaneView lanes{};
    Knowledge known;
};

/// @brief A strong write of a thread that had fenced.
struct Release {
    Fenced fenced;
    std::uint64_t block_first;
    unsigned thread;
    bool whole_device;
};

/// @brief Publishes under an address. Beyond a number of releases nothing more is kept.
void publish(std::uintptr_t address, Release release);

/// @brief A strong access takes over what was published under an address.
/// @param[in,out] knowledge of the thread
void take_over(std::uintptr_t address, Knowledge& knowledge);

/// @brief Whether anything was published under an address, or anything was not kept.
bool was_published(std::uintptr_t address);

/// @brief Whether an atomic access of an address was seen by a later one, of somebody whose
///        knowledge this is. Its own release does not cover it: that is about what came before
///        its fence.
/// @param[in] earlier     the atomic access
/// @param[in] block_first stamp with which its block began
bool saw_atomic(const Knowledge& knowledge, std::uintptr_t address, Record earlier,
                std::uint64_t block_first);

/// @brief Forgets all releases.
void forget_releases();

/// @brief Places that were looked at, by address: so many of the first releases.
using LookedAt = std::unordered_map<unsigned, unsigned>;

/// @brief Whether an access is among what the current thread, or its block, was told of.
/// @param[in]     block_first stamp with which the block of the access began
/// @param[in,out] looked_at   the same for all questions about one access
bool handed_on(const Knowledge& knowledge, Record earlier, std::uint64_t block_first,
               LookedAt& looked_at);

}  // namespace workshop::emulator::watch
