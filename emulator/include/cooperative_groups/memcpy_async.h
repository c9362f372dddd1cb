// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Copies by a group. On the CPU device they are done when memcpy_async() returns, at the
///        latest when the group waits for them.

#include <cooperative_groups.h>

#include <cstddef>

namespace cooperative_groups {

/// @brief The threads of the group share the copy of `bytes` bytes, element by element.
template <typename Group, typename T>
void memcpy_async(const Group& group, T* destination, const T* source, std::size_t bytes) {
    const std::size_t count = bytes / sizeof(T);
    for (std::size_t i = group.thread_rank(); i < count; i += group.num_threads())
        destination[i] = source[i];
    const std::size_t done = count * sizeof(T);
    if (group.thread_rank() == 0 && done < bytes) {
        __builtin_memcpy(reinterpret_cast<char*>(destination) + done,
                         reinterpret_cast<const char*>(source) + done, bytes - done);
    }
}

/// @brief Waits for the copies of the group, and for its threads.
template <typename Group>
void wait(const Group& group, WORKSHOP_CALL_SITE) {
    group.sync(file, line);
}

/// @brief Waits for all copies but the last `Stages`: here, for all.
template <unsigned int Stages, typename Group>
void wait_prior(const Group& group, WORKSHOP_CALL_SITE) {
    group.sync(file, line);
}

}  // namespace cooperative_groups
