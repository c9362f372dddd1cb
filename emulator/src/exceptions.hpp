// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief throw in kernels.

#include <cstdint>

namespace workshop::emulator {

/// @brief Whether an address is the object that a kernel is about to throw: no finding, because
///        what follows is one.
bool is_thrown_object(std::uintptr_t address);

}  // namespace workshop::emulator
