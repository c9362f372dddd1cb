// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief A graph, or launches one by one: what is faster for some launches.

#include "replay.hpp"
#include "timer.hpp"

namespace workshop::bench {

/// @brief Times the sequence as a graph and one by one, and leaves the replay in the faster way.
/// The
///        driver may do the same copy in another way when it is part of a graph.
/// @param[in,out] replay its launches have run before; nothing happens where it has no graph
/// @param[in] stream that of the launches; empty when this returns
void keep_the_faster_way(Replay& replay, DeviceTimer& timer, cudaStream_t stream);

}  // namespace workshop::bench
