// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Memory for millions of rows, filled on the device.

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

#include "guarded_matrix.hpp"

namespace workshop::checks {

// cudaMemset sets bytes. Four of the first kind are a float near 3, four of the second a NaN.
inline constexpr int kInputByte = 0x40;
inline constexpr int kPoisonByte = 0xFF;
inline constexpr std::uint32_t kInputBits = 0x40404040U;
inline constexpr std::uint32_t kPoisonBits = 0xFFFFFFFFU;

/// @brief Device memory without a copy on the host.
class FilledMemory {
  public:
    /// @brief Takes the memory, and sets each of its bytes.
    FilledMemory(std::int64_t elements, int byte) {
        const std::size_t bytes = static_cast<std::size_t>(elements) * sizeof(float);
        void* memory = nullptr;
        require(cudaMalloc(&memory, bytes), "cudaMalloc for many rows");
        device_ = static_cast<float*>(memory);
        require(cudaMemset(device_, byte, bytes), "cudaMemset");
    }
    ~FilledMemory() { (void)cudaFree(device_); }
    FilledMemory(const FilledMemory&) = delete;
    FilledMemory& operator=(const FilledMemory&) = delete;

    /// @brief The address on the device.
    float* data() const { return device_; }

  private:
    float* device_ = nullptr;
};

}  // namespace workshop::checks
