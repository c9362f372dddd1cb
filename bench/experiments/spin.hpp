// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief A kernel whose time is known before it is measured.

#include <cuda_runtime.h>

#include <cstdint>

namespace workshop::bench {

/// @brief Writes the first column of x to y, and ends `nanoseconds` after it began, by the clock of
///        the GPU (`%globaltimer`): not by its own work, and not by the SM's clock, which changes.
/// @param[in]  rows        elements of y
/// @param[in]  x           device pointer, rows x ldx float32
/// @param[in]  ldx         leading dimension of x
/// @param[out] y           device pointer, rows float32
/// @param[in]  nanoseconds far more than the writing takes
/// @param[in]  stream      the stream the kernel is launched on
/// @return the error of the launch
///
/// That clock moves in steps, which are far shorter than a millisecond. One block, so that nothing
/// waits for a place on the device.
cudaError_t spin(std::int64_t rows, const float* x, std::int64_t ldx, float* y,
                 std::int64_t nanoseconds, cudaStream_t stream);

}  // namespace workshop::bench
