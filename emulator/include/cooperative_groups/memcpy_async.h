// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Copies by a group. On the CPU device each thread makes its share of them when it waits:
///        what is read before holds what was there.

#include <cooperative_groups.h>
#include <emulator/copy_later.h>

#include <cstddef>

namespace cooperative_groups {

/// @brief The threads of the group share the copy of `bytes` bytes, element by element.
///        (Inline in any case, so that reports have the line of the call.)
template <typename Group, typename T>
__forceinline__ void memcpy_async(const Group& group, T* destination, const T* source,
                                  std::size_t bytes) {
    workshop::emulator::copy_later({destination, source, bytes, sizeof(T), group.thread_rank(),
                                    static_cast<std::size_t>(group.num_threads())});
}

/// @brief Waits for the copies of the group, and for its threads.
template <typename Group>
void wait(const Group& group, WORKSHOP_CALL_SITE) {
    workshop::emulator::finish_copies(0);
    group.sync(file, line);
}

/// @brief Waits for all copies but the last `Stages`, and for the threads of the group.
template <unsigned int Stages, typename Group>
void wait_prior(const Group& group, WORKSHOP_CALL_SITE) {
    workshop::emulator::finish_copies(Stages);
    group.sync(file, line);
}

}  // namespace cooperative_groups
