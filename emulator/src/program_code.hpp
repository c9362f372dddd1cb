// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Which addresses are code of the program, and not of the CPU device or a system library.

namespace workshop::emulator {

/// @brief Looks up where the program's own code lies. Cheap after the first call.
void find_program_code();

/// @brief Whether an address is code of the program. Usable in a signal handler.
/// @param[in] address null counts as such: nothing is known about it
bool is_program_code(const void* address);

}  // namespace workshop::emulator
