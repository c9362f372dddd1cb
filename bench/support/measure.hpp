// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Measures launches on a ring of buffers with CUDA events.

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "workshop/device_memory.hpp"

namespace workshop::bench {

/// @brief Input and output buffers that take turns. On a GPU all of them together are at least
///        twice the L2 cache, so that a launch finds nothing of its data there.
class Ring {
  public:
    /// @param[in] input_floats, output_floats size of one buffer of each kind
    Ring(std::size_t input_floats, std::size_t output_floats);

    /// @brief Copies the input into every input buffer.
    void fill_inputs(const std::vector<float>& input);

    /// @brief Fills every output buffer with the pattern that stands for "never written".
    void poison_outputs();

    std::size_t size() const { return inputs_.size(); }
    const float* input(std::size_t slot) const { return inputs_[slot]->data(); }
    float* output(std::size_t slot) const { return outputs_[slot]->data(); }

    /// @brief Fetches an output buffer.
    std::vector<float> fetch(std::size_t slot) const;

  private:
    std::size_t input_floats_;
    std::size_t output_floats_;
    std::vector<std::unique_ptr<DeviceFloats>> inputs_;
    std::vector<std::unique_ptr<DeviceFloats>> outputs_;
};

/// @brief Launches on the slots of a ring in turn.
using Launch = std::function<void(std::size_t slot)>;

/// @brief Runs launches until the device has left its idle clock: 0.5 s on a GPU, each slot once on
///        the CPU device.
void warm_up(const Ring& ring, const Launch& launch);

/// @brief Launches of a burst: every slot at least once and, on a GPU, at least ten, so that the
///        gap before the first launch is spread over several.
std::size_t burst_length(const Ring& ring);

/// @brief Seconds from the first to the last of `burst` launches in a row, between two events.
double seconds_of_burst(const Ring& ring, const Launch& launch, std::size_t burst,
                        Stopwatch& stopwatch);

/// @brief Bytes per second of a device-to-device copy that reads and writes `bytes` in all, the
///        best of several bursts. Measured once a size and program, with the same ring and burst.
double copy_rate(std::size_t bytes);

}  // namespace workshop::bench
