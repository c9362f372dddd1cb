// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What each lane gets from a collective once all have arrived.

#include "block.hpp"

namespace workshop::emulator {

/// @brief Fills in the result of every lane that takes part. A shuffle that reads from a lane which
///        does not take part ends the launch.
/// @param[in]     meeting the collective
/// @param[in,out] lanes   the first thread of the warp
void compute_results(const Meeting& meeting, Thread* lanes);

/// @brief The lane that a shuffle reads; its own where there is none in its group.
/// @param[in] reader a thread in a shuffle
unsigned source_lane(const Thread& reader);

}  // namespace workshop::emulator
