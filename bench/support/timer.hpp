// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Takes the time that the device works.

#include <cuda_runtime.h>

namespace workshop::bench {

/// @brief A stopwatch for the work of a stream.
class DeviceTimer {
  public:
    virtual ~DeviceTimer() = default;
    /// @brief What is enqueued from here on counts.
    virtual void start(cudaStream_t stream) = 0;
    /// @brief Waits until everything that was enqueued is done. A launch only enqueues work:
    ///        without the wait, the time of the launches would be taken for that of the
    ///        kernels.
    /// @return seconds that the device needed since start()
    virtual double stop(cudaStream_t stream) = 0;
};

/// @brief Two CUDA events. On the CPU device they read the clock of the host.
class EventTimer final : public DeviceTimer {
  public:
    EventTimer();
    ~EventTimer() override;
    EventTimer(const EventTimer&) = delete;
    EventTimer& operator=(const EventTimer&) = delete;
    void start(cudaStream_t stream) override;
    double stop(cudaStream_t stream) override;

  private:
    cudaEvent_t start_ = nullptr;
    cudaEvent_t stop_ = nullptr;
};

}  // namespace workshop::bench
