// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Where lanes of a warp meet.

#include "block.hpp"

namespace workshop::emulator {

/// @brief Completes the meetings that waited for a lane that has just finished.
void complete_meetings_without(Warp& warp, const Thread& finished);

/// @brief Completes one __activemask() that waits for lanes which will not come.
/// @return false when there is none in the current block
bool complete_active_mask();

/// @brief "__shfl_down_sync", "__ballot_sync" ...
const char* collective_name(Collective kind);

/// @brief "0x0000ffff"
std::string mask_text(unsigned mask);

}  // namespace workshop::emulator
