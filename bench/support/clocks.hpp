// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the device says about itself while it is measured: clocks, heat, other work.

#include <memory>
#include <string>

namespace workshop::bench {

/// @brief A moment of the device. Unless `known`, nobody could read it.
struct ClockReading {
    bool known = false;
    double sm_mhz = 0;
    double memory_mhz = 0;
    double temperature_c = 0;
    unsigned long long slow_reasons = 0;  ///< why the clock is held down: a mask of NVML's reasons
};

/// @brief What others do on the device.
struct OtherLoad {
    bool known = false;
    int processes = 0;   ///< that compute there, without this one
    double percent = 0;  ///< of the time a kernel runs; only before this program's first one
};

/// @brief Reads the clocks of the device.
class DeviceClocks {
  public:
    virtual ~DeviceClocks() = default;
    /// @brief For people and for the context: "NVML" or "not available (no NVML)".
    virtual std::string source() const = 0;
    /// @brief Version of the driver; empty: not known.
    virtual std::string driver() = 0;
    /// @brief The clocks now.
    virtual ClockReading read() = 0;
    /// @brief The highest SM clock that the device can have; 0: not known.
    virtual double max_sm_mhz() = 0;
    /// @brief What other programs do on the device.
    virtual OtherLoad other_load() = 0;
};

/// @brief Where there is nothing to read.
class NoClocks final : public DeviceClocks {
  public:
    /// @param[in] reason why clocks cannot be read, for people
    explicit NoClocks(std::string reason) : reason_(std::move(reason)) {}
    std::string source() const override { return "not available (" + reason_ + ")"; }
    std::string driver() override { return ""; }
    ClockReading read() override { return {}; }
    double max_sm_mhz() override { return 0; }
    OtherLoad other_load() override { return {}; }

  private:
    std::string reason_;
};

/// @brief The clocks as NVML reads them. It comes with the driver and is loaded while the program
///        runs, so that a program also starts where it is missing.
/// @param[in] pci_bus_id of the device, as CUDA gives it
/// @param[in] library its file; tests name another one
/// @return never empty: NoClocks where NVML is missing or does not answer
std::unique_ptr<DeviceClocks> nvml_clocks(const std::string& pci_bus_id,
                                          const char* library = "libnvidia-ml.so.1");

/// @brief "none", "2 processes, busy 87 % of the time" or "unknown".
std::string describe(const OtherLoad& load);

/// @brief Whether others may have changed the times.
bool disturbs(const OtherLoad& load);

/// @brief Asks for other load. A device is busy in NVML's eyes for up to a second after its last
///        kernel, perhaps one of the program before this one, so it is asked again for a while.
/// @param[in] wait waits a moment; tests count its calls
template <typename Wait>
OtherLoad settled_other_load(DeviceClocks& clocks, const Wait& wait, int most_times = 8) {
    OtherLoad load = clocks.other_load();
    for (int i = 0; i < most_times && disturbs(load) && load.processes == 0; ++i) {
        wait();
        load = clocks.other_load();
    }
    return load;
}

}  // namespace workshop::bench
