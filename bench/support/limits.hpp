// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the device can do at best, from what it says about itself.

namespace workshop::bench {

/// @brief What the figures of the data sheet follow from.
struct DeviceNumbers {
    double memory_khz = 0;  ///< clock of the memory, which moves data twice in each of its periods
    int bus_bits = 0;
    int multiprocessors = 0;
    int capability_major = 0;
    int capability_minor = 0;
    double sm_mhz = 0;  ///< the highest
    int l2_bytes = 0;
};

/// @brief Asks the device. Nothing is known of the CPU device: its times are those of a processor.
/// @param[in] max_sm_mhz the highest SM clock where it is known; 0: CUDA is asked
DeviceNumbers device_numbers(double max_sm_mhz);

/// @brief Limits that no kernel can pass; 0: not known.
struct DataSheet {
    double bytes_per_second = 0;
    double flops = 0;  ///< FP32, a fused multiply-add counted as two
};

/// @brief The limits of a device.
DataSheet data_sheet(const DeviceNumbers& device);

/// @brief FP32 units of a multiprocessor: 64 for compute capability 7.x and 8.0, 128 after that.
int fp32_lanes(int capability_major, int capability_minor);

/// @brief Whether a figure cannot be true: more bytes a second than the memory can move though the
///        data was not in a cache, or more operations than the multiprocessors can do.
/// @param[in] from_memory the data came from memory (cold or eager); else bytes have no limit here
bool above_physical_limit(double bytes_per_second, double operations_per_second, bool from_memory,
                          const DataSheet& limits);

}  // namespace workshop::bench
