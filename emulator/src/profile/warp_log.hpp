// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The logs of the lanes of a warp, until they are merged into what it did.

#include <cstdint>

#include "lane_log.hpp"

namespace workshop::emulator::profile {

/// @brief A warp: 32 logs of a block, or fewer in the last warp.
struct WarpLog {
    LaneLog* lanes = nullptr;
    unsigned existing = 0;    ///< mask of the lanes that have a log
    unsigned unfinished = 0;  ///< those that have not returned from the kernel

    /// @brief Begins a block.
    void reset() {
        for (unsigned rest = existing; rest != 0; rest &= rest - 1)
            lanes[__builtin_ctz(rest)].reset();
        unfinished = existing;
        blocks = BlockHistory();
    }

    /// @brief Which basic block each lane ran last, and with whom, for the search for divergent
    ///        branches.
    struct BlockHistory {
        struct Group {
            EventWord word = 0;  ///< the block; 0 before the first
            unsigned lanes = 0;  ///< who ran it together
            std::uint32_t number = 0;
        };
        Group latest;                    ///< not yet in `of_lane`
        Group of_lane[32];               ///< the others
        std::uint32_t counted[32] = {};  ///< number of the group whose split was counted
    } blocks;
};

}  // namespace workshop::emulator::profile
