// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// NVML by its documented names and values, without its header: nothing but the driver is needed.

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <vector>

#include "clocks.hpp"

namespace workshop::bench {
namespace {

using Device = struct NvmlDevice*;
using Status = int;
constexpr Status kSuccess = 0;
constexpr Status kInsufficientSize = 7;
constexpr unsigned kSmClock = 1;
constexpr unsigned kMemoryClock = 2;
constexpr unsigned kTemperatureOfGpu = 0;

struct Utilization {
    unsigned gpu;
    unsigned memory;
};
struct Process {
    unsigned pid;
    unsigned long long used_memory;
    unsigned gpu_instance;
    unsigned compute_instance;
};

/// The functions that are used; a pointer is empty where the library does not have the function.
struct Functions {
    Status (*init)() = nullptr;
    Status (*shutdown)() = nullptr;
    Status (*device_by_bus)(const char*, Device*) = nullptr;
    Status (*driver_version)(char*, unsigned) = nullptr;
    Status (*clock)(Device, unsigned, unsigned*) = nullptr;
    Status (*max_clock)(Device, unsigned, unsigned*) = nullptr;
    Status (*temperature)(Device, unsigned, unsigned*) = nullptr;
    Status (*slow_reasons)(Device, unsigned long long*) = nullptr;
    Status (*utilization)(Device, Utilization*) = nullptr;
    Status (*processes)(Device, unsigned*, Process*) = nullptr;
};

template <typename Function>
void find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
}

Functions functions_of(void* library) {
    Functions f;
    find(library, "nvmlInit_v2", f.init);
    find(library, "nvmlShutdown", f.shutdown);
    find(library, "nvmlDeviceGetHandleByPciBusId_v2", f.device_by_bus);
    find(library, "nvmlSystemGetDriverVersion", f.driver_version);
    find(library, "nvmlDeviceGetClockInfo", f.clock);
    find(library, "nvmlDeviceGetMaxClockInfo", f.max_clock);
    find(library, "nvmlDeviceGetTemperature", f.temperature);
    // The newer name first; drivers keep the older one.
    find(library, "nvmlDeviceGetCurrentClocksEventReasons", f.slow_reasons);
    if (f.slow_reasons == nullptr)
        find(library, "nvmlDeviceGetCurrentClocksThrottleReasons", f.slow_reasons);
    find(library, "nvmlDeviceGetUtilizationRates", f.utilization);
    find(library, "nvmlDeviceGetComputeRunningProcesses_v3", f.processes);
    return f;
}

class NvmlClocks final : public DeviceClocks {
  public:
    NvmlClocks(void* library, const Functions& functions, Device device)
        : library_(library), nvml_(functions), device_(device) {}
    ~NvmlClocks() override {
        if (nvml_.shutdown != nullptr) (void)nvml_.shutdown();
        (void)dlclose(library_);
    }
    NvmlClocks(const NvmlClocks&) = delete;
    NvmlClocks& operator=(const NvmlClocks&) = delete;

    std::string source() const override {
        // A part of a GPU, or one behind a virtual machine, may have no clock that can be read.
        unsigned mhz = 0;
        return nvml_.clock(device_, kSmClock, &mhz) == kSuccess
                   ? "NVML"
                   : "not available (NVML gives no clock of this device)";
    }

    std::string driver() override {
        std::array<char, 96> text{};
        if (nvml_.driver_version == nullptr ||
            nvml_.driver_version(text.data(), text.size()) != kSuccess) {
            return "";
        }
        return text.data();
    }

    ClockReading read() override {
        unsigned sm = 0;
        unsigned memory = 0;
        unsigned celsius = 0;
        ClockReading reading;
        // Without the clock itself the rest says nothing; a missing temperature does no harm.
        reading.known = nvml_.clock(device_, kSmClock, &sm) == kSuccess;
        (void)nvml_.clock(device_, kMemoryClock, &memory);
        if (nvml_.temperature != nullptr)
            (void)nvml_.temperature(device_, kTemperatureOfGpu, &celsius);
        if (nvml_.slow_reasons != nullptr) (void)nvml_.slow_reasons(device_, &reading.slow_reasons);
        reading.sm_mhz = sm;
        reading.memory_mhz = memory;
        reading.temperature_c = celsius;
        return reading;
    }

    double max_sm_mhz() override {
        unsigned mhz = 0;
        if (nvml_.max_clock == nullptr || nvml_.max_clock(device_, kSmClock, &mhz) != kSuccess)
            return 0;
        return mhz;
    }

    OtherLoad other_load() override {
        OtherLoad load;
        Utilization utilization{};
        load.known =
            nvml_.utilization != nullptr && nvml_.utilization(device_, &utilization) == kSuccess;
        load.percent = utilization.gpu;
        if (nvml_.processes == nullptr) return load;
        std::vector<Process> list(64);
        auto count = static_cast<unsigned>(list.size());
        const Status status = nvml_.processes(device_, &count, list.data());
        if (status == kInsufficientSize) {  // more than the list holds, so there are others
            load.processes = static_cast<int>(count);
        } else if (status == kSuccess) {
            const auto own = static_cast<unsigned>(getpid());
            load.processes = static_cast<int>(std::count_if(
                list.begin(), list.begin() + std::min<std::size_t>(count, list.size()),
                [own](const Process& one) { return one.pid != own; }));
        } else {
            return load;
        }
        load.known = true;
        return load;
    }

  private:
    void* library_;
    Functions nvml_;
    Device device_;
};

}  // namespace

std::unique_ptr<DeviceClocks> nvml_clocks(const std::string& pci_bus_id, const char* library) {
    void* const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) return std::make_unique<NoClocks>("no NVML");
    const Functions nvml = functions_of(handle);
    std::string reason = "NVML lacks functions that are needed";
    if (nvml.init != nullptr && nvml.device_by_bus != nullptr && nvml.clock != nullptr) {
        Device device = nullptr;
        Status status = nvml.init();
        if (status == kSuccess) {
            status = nvml.device_by_bus(pci_bus_id.c_str(), &device);
            if (status == kSuccess) return std::make_unique<NvmlClocks>(handle, nvml, device);
            if (nvml.shutdown != nullptr) (void)nvml.shutdown();
        }
        reason = "NVML does not answer for this device: status " + std::to_string(status);
    }
    (void)dlclose(handle);
    return std::make_unique<NoClocks>(reason);
}

bool disturbs(const OtherLoad& load) {
    // A desktop that draws its clock is no load; what computes all the time is.
    constexpr double kNoticeable = 5;
    return load.known && (load.processes > 0 || load.percent > kNoticeable);
}

std::string describe(const OtherLoad& load) {
    if (!load.known) return "unknown";
    if (!disturbs(load)) return "none";
    const std::string processes = load.processes == 0
                                      ? ""
                                      : std::to_string(load.processes) +
                                            (load.processes == 1 ? " process, " : " processes, ");
    return processes + "busy " + std::to_string(static_cast<int>(load.percent)) + " % of the time";
}

}  // namespace workshop::bench
