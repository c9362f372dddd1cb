// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "ring.hpp"

#include <algorithm>
#include <bit>

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

}  // namespace

Ring::Ring(std::size_t input_floats, std::size_t output_floats)
    : input_floats_(input_floats), output_floats_(output_floats), poison_(output_floats) {
    const std::size_t bytes = (input_floats + output_floats) * sizeof(float);
    const std::size_t slots = slots_for(bytes);
    larger_than_cache_ = slots * bytes >= wanted_bytes();
    for (std::size_t i = 0; i < slots; ++i) {
        inputs_.push_back(std::make_unique<DeviceFloats>(input_floats));
        outputs_.push_back(std::make_unique<DeviceFloats>(output_floats));
    }
    const std::vector<float> poison(output_floats_, std::bit_cast<float>(checks::kNeverWritten));
    WORKSHOP_CUDA_CHECK(cudaMemcpy(poison_.data(), poison.data(), output_floats_ * sizeof(float),
                                   cudaMemcpyHostToDevice));
}

std::size_t Ring::bytes_needed(std::size_t input_floats, std::size_t output_floats) {
    const std::size_t bytes = (input_floats + output_floats) * sizeof(float);
    return slots_for(bytes) * bytes + output_floats * sizeof(float);
}

void Ring::fill_inputs(const std::vector<float>& input) {
    for (const auto& buffer : inputs_) {
        WORKSHOP_CUDA_CHECK(cudaMemcpy(buffer->data(), input.data(), input_floats_ * sizeof(float),
                                       cudaMemcpyHostToDevice));
    }
}

void Ring::poison_outputs() {
    for (std::size_t slot = 0; slot < size(); ++slot)
        poison_output(slot);
}

void Ring::poison_output(std::size_t slot) {
    WORKSHOP_CUDA_CHECK(cudaMemcpyAsync(output(slot), poison_.data(),
                                        output_floats_ * sizeof(float), cudaMemcpyDeviceToDevice,
                                        nullptr));
}

std::vector<float> Ring::fetch(std::size_t slot) const {
    std::vector<float> values(output_floats_);
    WORKSHOP_CUDA_CHECK(cudaMemcpy(values.data(), output(slot), output_floats_ * sizeof(float),
                                   cudaMemcpyDeviceToHost));
    return values;
}

}  // namespace workshop::bench
