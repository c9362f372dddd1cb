// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Which memory of the block the copies of memcpy_async() go to, for reports.

#include <cstdint>

namespace workshop::emulator {

/// @brief A launch begins: there was no copy yet.
void forget_copies();

/// @brief Whether a copy of this launch, made by now or not, goes to the byte at an address.
bool is_to_be_copied(std::uintptr_t address);

}  // namespace workshop::emulator
