// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Structures that g++ copies as a whole by one access, although a GPU moves their members:
///        what may be wrong with an access of a vector type is right there.
///
/// An access of up to 16 bytes can be one of a float4 or a copy of {float; double}. The first needs
/// an address that 16 divides, and all of its bytes matter. The second has padding, and is aligned
/// as its members are.

#include <cstddef>

namespace workshop::emulator::watch {

/// @brief Whether an access copies one of CUDA's vector types. Slow, but asked once for each
///        instruction only.
/// @param[in] pc where the hook returns to
bool copies_vector(const void* pc);

/// @brief Whether the bytes of an object that nobody wrote can all be padding: what a compiler puts
///        behind a member, so that the next one is aligned. It is never more than is needed.
/// @param[in] unwritten a bit for each byte, the lowest for the first
/// @param[in] bytes     of the object: 8 or 16
bool can_be_padding(unsigned unwritten, std::size_t bytes);

}  // namespace workshop::emulator::watch
