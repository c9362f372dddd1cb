// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief A device whose time and clocks a test sets, and cases on it.

#include <cuda_runtime.h>

#include <memory>
#include <utility>
#include <vector>

#include "repetition.hpp"

namespace workshop::bench::fakes {

/// @brief Time that passes only when the test says so. A launch takes none on the host: the device
///        has its work before it, and time passes when somebody waits for it.
struct Device {
    double now = 0;
    double pending = 0;  ///< seconds of work that was enqueued and not waited for

    void enqueue(double seconds) { pending += seconds; }
    void wait() {
        now += pending;
        pending = 0;
    }
};

/// @brief Reads the device's time, as events in a stream do.
class Timer final : public DeviceTimer {
  public:
    explicit Timer(Device& device) : device_(device) {}
    void start(cudaStream_t) override { started_ = device_.now + device_.pending; }
    double stop(cudaStream_t) override {
        device_.wait();
        return device_.now - started_;
    }

  private:
    Device& device_;
    double started_ = 0;
};

/// @brief Gives readings in the order of a list; the last one again and again.
class Clocks final : public DeviceClocks {
  public:
    explicit Clocks(std::vector<ClockReading> readings) : readings_(std::move(readings)) {}
    std::string source() const override { return "fake"; }
    std::string driver() override { return "1.0"; }
    ClockReading read() override {
        const ClockReading reading = readings_.front();
        if (readings_.size() > 1) readings_.erase(readings_.begin());
        return reading;
    }
    double max_sm_mhz() override { return 2000; }
    OtherLoad other_load() override {
        if (loads.empty()) return {true, 0, 0};
        const OtherLoad load = loads.front();
        if (loads.size() > 1) loads.erase(loads.begin());
        return load;
    }
    std::vector<OtherLoad> loads;

  private:
    std::vector<ClockReading> readings_;
};

/// @brief Ends a timed loop after so many bursts.
inline KeepRunning bursts(int count) {
    return [left = std::make_shared<int>(count)](std::size_t) { return (*left)-- > 0; };
}

inline void nobody(double) {}

}  // namespace workshop::bench::fakes
