// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The buffers that launches take turns on.

#include <cstddef>
#include <vector>

#include "workshop/device_memory.hpp"

namespace workshop::bench {

/// @brief Input and output buffers that take turns. On a GPU all of them together are at least
///        twice the L2 cache, so that a launch finds nothing of its data there.
class Ring {
  public:
    /// @brief More slots than this are not made: a graph has a node for each.
    static constexpr std::size_t kMostSlots = 4096;

    /// @param[in] input_floats, output_floats size of one buffer of each kind
    Ring(std::size_t input_floats, std::size_t output_floats);

    /// @brief Device memory that a ring of such buffers takes.
    static std::size_t bytes_needed(std::size_t input_floats, std::size_t output_floats);

    /// @brief Copies the input into every input buffer.
    void fill_inputs(const std::vector<float>& input);

    /// @brief Fills every output buffer with the pattern that stands for "never written". Does not
    ///        wait: a GPU that waits for the host before it is timed goes to sleep.
    void poison_outputs();

    /// @brief The same for one of them. Does not wait.
    void poison_output(std::size_t slot);

    /// @brief Number of slots.
    std::size_t size() const { return slots_; }
    /// @brief Elements of the input of one slot.
    std::size_t input_floats() const { return input_floats_; }
    /// @brief Elements of the output of one slot.
    std::size_t output_floats() const { return output_floats_; }
    /// @brief Device pointer to the input of a slot.
    const float* input(std::size_t slot) const { return inputs_.data() + slot * input_pitch_; }
    /// @brief Device pointer to the output of a slot.
    float* output(std::size_t slot) const { return outputs_.data() + slot * output_pitch_; }

    /// @brief Floats from one output buffer to the next.
    std::size_t output_pitch() const { return output_pitch_; }

    /// @brief false when the matrices are so small that even the most slots fit into the L2 cache.
    bool larger_than_cache() const { return larger_than_cache_; }

    /// @brief Fetches an output buffer.
    std::vector<float> fetch(std::size_t slot) const;

  private:
    std::size_t input_floats_;
    std::size_t output_floats_;
    std::size_t input_pitch_;
    std::size_t output_pitch_;
    std::size_t slots_;
    bool larger_than_cache_;
    DeviceFloats inputs_;   // [slots][input_pitch]
    DeviceFloats outputs_;  // [slots][output_pitch]
};

}  // namespace workshop::bench
