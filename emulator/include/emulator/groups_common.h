// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What all groups share: places in the block and in the warp, and shuffles of any type.

#include <cuda_runtime.h>

#include <type_traits>

// Methods that wait take the place of their call as default arguments, for messages.
#define WORKSHOP_CALL_SITE const char *file = __builtin_FILE(), int line = __builtin_LINE()

namespace workshop::emulator {

/// @brief Whether the kernel was launched so that its grid can synchronise.
bool launched_cooperatively();

/// @brief Ends the launch: tiles of more than a warp do not exist on the CPU device.
[[noreturn]] void refuse_large_tile(unsigned size);

/// @brief Place of the calling thread in its block, x fastest.
inline unsigned block_thread_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
/// @brief Threads in the block of the calling thread.
inline unsigned block_thread_count() {
    return blockDim.x * blockDim.y * blockDim.z;
}
/// @brief Place of the calling thread in its warp.
inline unsigned lane_of_thread() {
    return block_thread_rank() % 32;
}

/// @brief The lanes of the calling thread's warp that exist: the last warp of a block may be short.
inline unsigned lanes_of_warp() {
    const unsigned left = block_thread_count() - block_thread_rank() / 32 * 32;
    return left >= 32 ? 0xFFFFFFFFU : (1U << left) - 1U;
}

/// @brief The n-th lane of a mask, counted from 0; the calling lane when there are not so many.
inline unsigned nth_lane(unsigned mask, unsigned n) {
    for (unsigned lane = 0; lane < 32; ++lane) {
        if ((mask >> lane & 1U) != 0 && n-- == 0) return lane;
    }
    return lane_of_thread();
}

/// @brief The value that lane `source` of the warp holds. Values of any size move in words.
template <typename T>
T shuffle_from(unsigned mask, const T& value, unsigned source, const char* file, int line) {
    static_assert(std::is_copy_constructible_v<T> && sizeof(T) <= 32,
                  "a group shuffles values of at most 32 bytes");
    constexpr int words = (sizeof(T) + 7) / 8;
    unsigned long long bits[words] = {};
    __builtin_memcpy(bits, &value, sizeof(T));
    for (unsigned long long& word : bits) {
        word = warp_collective(Collective::shuffle_index, mask, word, static_cast<int>(source), 32,
                               file, line);
    }
    T result = value;
    __builtin_memcpy(static_cast<void*>(&result), bits, sizeof(T));
    return result;
}

/// @brief The bits of `lanes` that belong to a mask, moved together: bit r for the lane of rank r.
inline unsigned packed_lanes(unsigned lanes, unsigned mask) {
    unsigned result = 0;
    unsigned rank = 0;
    for (unsigned lane = 0; lane < 32; ++lane) {
        if ((mask >> lane & 1U) == 0) continue;
        result |= (lanes >> lane & 1U) << rank;
        ++rank;
    }
    return result;
}

}  // namespace workshop::emulator
