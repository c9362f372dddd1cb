// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "measure.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <map>

#include "support/device.hpp"
#include "support/inputs.hpp"
#include "support/poison.hpp"

namespace workshop::bench {
namespace {

std::size_t slots_for(std::size_t bytes) {
    constexpr std::size_t kFewest = 2;
    if (checks::on_cpu_device()) return kFewest;
    int device = 0;
    int l2_bytes = 0;
    WORKSHOP_CUDA_CHECK(cudaGetDevice(&device));
    WORKSHOP_CUDA_CHECK(cudaDeviceGetAttribute(&l2_bytes, cudaDevAttrL2CacheSize, device));
    const std::size_t wanted = 2 * static_cast<std::size_t>(l2_bytes);
    return std::max(kFewest, (wanted + bytes - 1) / bytes);
}

}  // namespace

Ring::Ring(std::size_t input_floats, std::size_t output_floats)
    : input_floats_(input_floats), output_floats_(output_floats) {
    const std::size_t slots = slots_for((input_floats + output_floats) * sizeof(float));
    for (std::size_t i = 0; i < slots; ++i) {
        inputs_.push_back(std::make_unique<DeviceFloats>(input_floats));
        outputs_.push_back(std::make_unique<DeviceFloats>(output_floats));
    }
}

void Ring::fill_inputs(const std::vector<float>& input) {
    for (const auto& buffer : inputs_) {
        WORKSHOP_CUDA_CHECK(cudaMemcpy(buffer->data(), input.data(), input_floats_ * sizeof(float),
                                       cudaMemcpyHostToDevice));
    }
}

void Ring::poison_outputs() {
    const std::vector<float> poison(output_floats_, std::bit_cast<float>(checks::kNeverWritten));
    for (const auto& buffer : outputs_) {
        WORKSHOP_CUDA_CHECK(cudaMemcpy(buffer->data(), poison.data(),
                                       output_floats_ * sizeof(float), cudaMemcpyHostToDevice));
    }
}

std::vector<float> Ring::fetch(std::size_t slot) const {
    std::vector<float> values(output_floats_);
    WORKSHOP_CUDA_CHECK(cudaMemcpy(values.data(), output(slot), output_floats_ * sizeof(float),
                                   cudaMemcpyDeviceToHost));
    return values;
}

void warm_up(const Ring& ring, const Launch& launch) {
    using Clock = std::chrono::steady_clock;
    const auto until = Clock::now() + std::chrono::milliseconds(checks::on_cpu_device() ? 0 : 500);
    do {
        for (std::size_t slot = 0; slot < ring.size(); ++slot)
            launch(slot);
        WORKSHOP_CUDA_CHECK(cudaDeviceSynchronize());
    } while (Clock::now() < until);
}

std::size_t burst_length(const Ring& ring) {
    constexpr std::size_t kShortest = 10;
    return checks::on_cpu_device() ? ring.size() : std::max(ring.size(), kShortest);
}

double seconds_of_burst(const Ring& ring, const Launch& launch, std::size_t burst,
                        Stopwatch& stopwatch) {
    stopwatch.start();
    for (std::size_t i = 0; i < burst; ++i)
        launch(i % ring.size());
    return stopwatch.stop() / 1e3;
}

double copy_rate(std::size_t bytes) {
    static std::map<std::size_t, double> known;
    if (const auto found = known.find(bytes); found != known.end()) return found->second;

    const std::size_t floats = std::max<std::size_t>(bytes / 2 / sizeof(float), 1);
    Ring ring(floats, floats);
    ring.fill_inputs(checks::normals(1, static_cast<std::int64_t>(floats), 1).values);
    const Launch copy = [&](std::size_t slot) {
        WORKSHOP_CUDA_CHECK(cudaMemcpyAsync(ring.output(slot), ring.input(slot),
                                            floats * sizeof(float), cudaMemcpyDeviceToDevice,
                                            nullptr));
    };
    warm_up(ring, copy);
    Stopwatch stopwatch;
    const std::size_t burst = burst_length(ring);
    double best = seconds_of_burst(ring, copy, burst, stopwatch);
    for (int i = 0; i < 10; ++i) {
        best = std::min(best, seconds_of_burst(ring, copy, burst, stopwatch));
    }
    const auto moved = 2.0 * static_cast<double>(floats * sizeof(float) * burst);
    return known[bytes] = moved / best;
}

}  // namespace workshop::bench
