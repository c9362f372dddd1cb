// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the lanes of a warp know of each other, since the current stamp began.

#include <array>
#include <cstdint>
#include <vector>

namespace workshop::emulator::watch {

/// @brief What of each lane's accesses is known: those with fewer events.
using LaneView = std::array<std::uint16_t, 32>;

/// @brief A new number of events for a warp: what its lanes do from now on is told from what they
///        did.
unsigned next_event(unsigned warp);

/// @brief A stamp begins: no lanes have met.
void forget_warps();

/// @brief What the warps of a block knew when it made room for others.
struct ParkedWarp {
    unsigned warp;
    std::uint16_t events;
    bool met;
    std::array<LaneView, 32> view;
};
using ParkedWarps = std::vector<ParkedWarp>;

/// @brief Takes it away, and gives it back.
ParkedWarps park_warps();
void resume_warps(const ParkedWarps& kept);

/// @brief Lanes have met: each knows what any of them did or knew.
void meet(unsigned warp, unsigned lanes);

/// @brief What a thread of the block knows; null when no lanes of its warp have met.
const LaneView* view_of(unsigned thread);

}  // namespace workshop::emulator::watch
