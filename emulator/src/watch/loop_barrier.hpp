// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Whether the loop around a line has a barrier: then what races there is in one round.

#include "../profile/source_lines.hpp"

namespace workshop::emulator::watch {

/// @brief Looks into the source: braces, and the words of loops and barriers.
/// @return false where no loop is around the line, and where its text is not known
bool has_barrier_in_loop(const profile::SourcePlace& place);

}  // namespace workshop::emulator::watch
