// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a step trace keeps of a block's threads, and how steps of warps come of it.

#include <emulator/step_trace.h>

#include <deque>
#include <map>
#include <utility>

#include "warp_log.hpp"

namespace workshop::emulator::profile {

/// @brief A pointer as the number of its address.
inline std::uint64_t number(const void* pointer) {
    return reinterpret_cast<std::uint64_t>(pointer);
}

/// @brief One access of one thread.
struct TracedAccess {
    std::uint64_t address = 0;
    std::uint64_t value[2] = {};
};

/// @brief What the threads of a block did.
struct BlockTrace {
    explicit BlockTrace(unsigned threads);
    std::vector<LaneLog> lanes;  ///< by thread
    std::vector<WarpLog> warps;
    std::vector<std::deque<std::size_t>> meetings;  ///< by thread: those that it comes to
    std::vector<TracedAccess> accesses;
    std::vector<TraceStep> met;
    unsigned number = 0;
};

/// @brief By the begin of a memory: where its elements begin, and its name.
using BufferNames = std::map<std::uint64_t, std::pair<std::uint64_t, std::string>>;

/// @brief The steps of a launch.
struct BuiltSteps {
    std::vector<TraceStep> steps;
    std::vector<std::uint64_t> pcs;  ///< of each step; 0: its line is known
};

/// @brief Puts the threads' events of a block together to steps of its warps, and adds them.
void build_steps(BlockTrace& block, const BufferNames& names, BuiltSteps& built);

}  // namespace workshop::emulator::profile
