// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What happens when no thread of a block can go on.

namespace workshop::emulator {

/// @brief Lets threads go on that waited for others to decide (__activemask, the grid barrier).
///        When there are none, the threads wait for each other for ever: reports who waits where
///        and gives the launch up.
void resolve_stall();

}  // namespace workshop::emulator
