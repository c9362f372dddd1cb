// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "limits.hpp"

#include <cuda_runtime.h>

#include "support/device.hpp"
#include "workshop/cuda_check.hpp"

namespace workshop::bench {

DeviceNumbers device_numbers(double max_sm_mhz) {
    DeviceNumbers numbers;
    int device = 0;
    WORKSHOP_CUDA_CHECK(cudaGetDevice(&device));
    const auto attribute = [device](cudaDeviceAttr which) {
        int value = 0;
        WORKSHOP_CUDA_CHECK(cudaDeviceGetAttribute(&value, which, device));
        return value;
    };
    numbers.l2_bytes = attribute(cudaDevAttrL2CacheSize);
    numbers.capability_major = attribute(cudaDevAttrComputeCapabilityMajor);
    numbers.capability_minor = attribute(cudaDevAttrComputeCapabilityMinor);
    if (checks::on_cpu_device()) return numbers;
    numbers.memory_khz = attribute(cudaDevAttrMemoryClockRate);
    numbers.bus_bits = attribute(cudaDevAttrGlobalMemoryBusWidth);
    numbers.multiprocessors = attribute(cudaDevAttrMultiProcessorCount);
    numbers.sm_mhz = max_sm_mhz > 0 ? max_sm_mhz : attribute(cudaDevAttrClockRate) / 1e3;
    return numbers;
}

int fp32_lanes(int capability_major, int capability_minor) {
    return capability_major < 8 || (capability_major == 8 && capability_minor == 0) ? 64 : 128;
}

DataSheet data_sheet(const DeviceNumbers& device) {
    DataSheet limits;
    limits.bytes_per_second = 2 * device.memory_khz * 1e3 * device.bus_bits / 8;
    limits.flops = 2.0 * device.multiprocessors *
                   fp32_lanes(device.capability_major, device.capability_minor) * device.sm_mhz *
                   1e6;
    return limits;
}

bool above_physical_limit(double bytes_per_second, double operations_per_second, bool from_memory,
                          const DataSheet& limits) {
    const bool too_many_bytes =
        from_memory && limits.bytes_per_second > 0 && bytes_per_second > limits.bytes_per_second;
    const bool too_many_operations = limits.flops > 0 && operations_per_second > limits.flops;
    return too_many_bytes || too_many_operations;
}

}  // namespace workshop::bench
