// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Copies that a thread makes when it waits for them, as on a GPU at the latest: until then
///        the destination holds what was there.

#include <cstddef>

namespace workshop::emulator {

/// @brief A thread's share of a copy: the elements `first`, `first + step` ...; the thread with
///        `first` 0 copies the bytes behind the last whole element, too.
struct SharedCopy {
    void* to;
    const void* from;
    std::size_t bytes;    ///< of the whole copy
    std::size_t element;  ///< bytes of an element
    std::size_t first;
    std::size_t step;
};

/// @brief Notes a copy of the calling thread. What it accesses is told with the line of this call.
void copy_later(const SharedCopy& copy);

/// @brief Makes the noted copies of the calling thread, all but the last ones.
/// @param[in] but_last how many are left for later
void finish_copies(std::size_t but_last);

}  // namespace workshop::emulator
