// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief One copy or fill, checked: what cudaMemcpy, cudaMemcpy2D and their kin share.

#include <driver_types.h>

#include <cstddef>

namespace workshop::emulator {

/// @brief Rows of a copy: `height` rows of `width` bytes, `pitch` bytes apart. A plain copy is
///        one row.
struct CopyShape {
    std::size_t width;
    std::size_t height;
    std::size_t destination_pitch;
    std::size_t source_pitch;
};

/// @brief Checks both sides against the direction and copies.
/// @param[in]  function    name of the runtime function, for messages
/// @param[out] destination where to
/// @param[in]  source      where from
/// @return cudaSuccess; cudaErrorInvalidMemcpyDirection; cudaErrorInvalidPitchValue;
///         cudaErrorInvalidValue when a side is not what the direction says or is too small
cudaError_t checked_copy(const char* function, void* destination, const void* source,
                         CopyShape shape, cudaMemcpyKind kind);

/// @brief Checks the destination and fills `height` rows of `width` bytes, `pitch` apart.
cudaError_t checked_fill(const char* function, void* destination, int value, std::size_t pitch,
                         std::size_t width, std::size_t height);

}  // namespace workshop::emulator
