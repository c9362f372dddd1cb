// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Which __constant__ variables a launch has written to.

#include <cstdint>

namespace workshop::emulator::watch {

/// @brief Reports each write of a kernel to a __constant__ variable: from the records of racecheck,
///        after the launch, so that no access takes longer.
/// @param[in] first the stamp with which the launch began
void check_constants(std::uint64_t first);

}  // namespace workshop::emulator::watch
