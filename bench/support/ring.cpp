// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "ring.hpp"

#include <algorithm>

#include "device_words.hpp"
#include "support/device.hpp"
#include "support/poison.hpp"

namespace workshop::bench {
namespace {

constexpr std::size_t kFewestSlots = 2;

std::size_t wanted_bytes() {
    if (checks::on_cpu_device()) return 0;
    int device = 0;
    int l2_bytes = 0;
    WORKSHOP_CUDA_CHECK(cudaGetDevice(&device));
    WORKSHOP_CUDA_CHECK(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, device));
    return 2 * static_cast<std::size_t>(l2_bytes);
}

std::size_t slots_for(std::size_t bytes) {
    return std::clamp((wanted_bytes() + bytes - 1) / bytes, kFewestSlots, Ring::kMostSlots);
}

std::size_t bytes_of_slot(std::size_t input_floats, std::size_t output_floats) {
    return (input_floats + output_floats) * sizeof(float);
}

/// Every buffer begins where one that cudaMalloc gave would: at a multiple of 256 bytes.
std::size_t pitch_of(std::size_t floats) {
    constexpr std::size_t kFloats = 256 / sizeof(float);
    return (floats + kFloats - 1) / kFloats * kFloats;
}

}  // namespace

Ring::Ring(std::size_t input_floats, std::size_t output_floats)
    : input_floats_(input_floats),
      output_floats_(output_floats),
      input_pitch_(pitch_of(input_floats)),
      output_pitch_(pitch_of(output_floats)),
      slots_(slots_for(bytes_of_slot(input_floats, output_floats))),
      larger_than_cache_(slots_ * bytes_of_slot(input_floats, output_floats) >= wanted_bytes()),
      inputs_(slots_ * input_pitch_),
      outputs_(slots_ * output_pitch_) {}

std::size_t Ring::bytes_needed(std::size_t input_floats, std::size_t output_floats) {
    return slots_for(bytes_of_slot(input_floats, output_floats)) *
           (pitch_of(input_floats) + pitch_of(output_floats)) * sizeof(float);
}

void Ring::fill_inputs(const std::vector<float>& input) {
    for (std::size_t slot = 0; slot < slots_; ++slot) {
        const bool is_first = slot == 0;  // the others are copies of it
        WORKSHOP_CUDA_CHECK(
            cudaMemcpy(inputs_.data() + slot * input_pitch_,
                       is_first ? input.data() : inputs_.data(), input_floats_ * sizeof(float),
                       is_first ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToDevice));
    }
}

void Ring::poison_outputs() {
    fill_words(outputs_.data(), slots_ * output_pitch_, checks::kNeverWritten);
}

void Ring::poison_output(std::size_t slot) {
    fill_words(output(slot), output_floats_, checks::kNeverWritten);
}

std::vector<float> Ring::fetch(std::size_t slot) const {
    std::vector<float> values(output_floats_);
    WORKSHOP_CUDA_CHECK(cudaMemcpy(values.data(), output(slot), output_floats_ * sizeof(float),
                                   cudaMemcpyDeviceToHost));
    return values;
}

}  // namespace workshop::bench
