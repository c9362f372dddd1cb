// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Fills and compares device memory where it lies: to fetch every output after each
///        repetition would take longer than the measurements.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace workshop::bench {

/// @brief Sets every word of a buffer. @param[out] memory device pointer, count words
void fill_words(float* memory, std::size_t count, std::uint32_t word);

/// @brief Looks for a slot of a ring of buffers that does not hold the wanted bits, also those
///        of NaNs. Waits for the device.
/// @param[in] slots  device pointer to the first slot
/// @param[in] pitch  words from one slot to the next
/// @param[in] wanted device pointer, count words
/// @param[in] count  words of a slot, at most pitch
/// @return the first such slot, or -1
/// @throws CudaError when a call fails
std::int64_t first_different_slot(const float* slots, std::size_t slot_count, std::size_t pitch,
                                  const float* wanted, std::size_t count);

}  // namespace workshop::bench
