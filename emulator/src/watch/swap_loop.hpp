// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Loops around atomicCAS() that begin with an ordinary read.

#include "../profile/source_lines.hpp"

namespace workshop::emulator::watch {

/// @brief What an ordinary read is to an atomicCAS() of the same address.
enum class SwapLoopRead {
    none,          ///< nothing, as far as the lines tell
    tested_again,  ///< the value that atomicCAS() compares with: an old one does no harm
    decides,       ///< that, but it also decides whether it comes to the atomicCAS()
};

/// @brief Looks for the atomicCAS() in the function around a read: on the same address, with the
///        value that was read for comparison, and its result has to be tested.
SwapLoopRead swap_loop_read(const profile::SourcePlace& read);

}  // namespace workshop::emulator::watch
