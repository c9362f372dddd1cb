// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Owners of the CUDA resources of the host programs (demo, benchmarks).

#include <cuda_runtime.h>

#include <cstddef>

#include "workshop/cuda_check.hpp"

namespace workshop {

/// @brief A device buffer of floats, freed at the end of its scope.
class DeviceFloats {
  public:
    /// @brief Allocates on the current device. Throws CudaError when that fails.
    explicit DeviceFloats(std::size_t count) {
        WORKSHOP_CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(float)));
    }
    ~DeviceFloats() { cudaFree(data_); }
    DeviceFloats(const DeviceFloats&) = delete;
    DeviceFloats& operator=(const DeviceFloats&) = delete;
    /// @brief Device pointer to the first element.
    float* data() const { return data_; }

  private:
    float* data_ = nullptr;
};

/// @brief A pair of events: time between two points of the default stream.
class Stopwatch {
  public:
    Stopwatch() {
        WORKSHOP_CUDA_CHECK(cudaEventCreate(&start_));
        WORKSHOP_CUDA_CHECK(cudaEventCreate(&stop_));
    }
    ~Stopwatch() {
        cudaEventDestroy(start_);
        cudaEventDestroy(stop_);
    }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

    /// @brief Marks the begin on the stream.
    void start() { WORKSHOP_CUDA_CHECK(cudaEventRecord(start_, nullptr)); }
    /// @brief Waits for the device. @return milliseconds since start()
    double stop() {
        float milliseconds = 0;
        WORKSHOP_CUDA_CHECK(cudaEventRecord(stop_, nullptr));
        WORKSHOP_CUDA_CHECK(cudaEventSynchronize(stop_));
        WORKSHOP_CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start_, stop_));
        return milliseconds;
    }

  private:
    cudaEvent_t start_ = nullptr;
    cudaEvent_t stop_ = nullptr;
};

}  // namespace workshop
