// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// The functions of NVML that the benchmarks use, with answers that a test knows.

#include <unistd.h>

#include <cstdio>
#include <cstring>

namespace {

struct Process {
    unsigned pid;
    unsigned long long used_memory;
    unsigned gpu_instance;
    unsigned compute_instance;
};
struct Utilization {
    unsigned gpu;
    unsigned memory;
};
int one_device = 0;
int device_without_clock = 0;
constexpr int kNotSupported = 3;
constexpr int kNotFound = 6;

}  // namespace

extern "C" {

int nvmlInit_v2() {
    return 0;
}
int nvmlShutdown() {
    return 0;
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* bus, void** device) {
    *device = std::strcmp(bus, "0000:02:00.0") == 0 ? &device_without_clock : &one_device;
    return std::strncmp(bus, "0000:99", 7) == 0 ? kNotFound : 0;
}
int nvmlSystemGetDriverVersion(char* text, unsigned length) {
    std::snprintf(text, length, "555.42");
    return 0;
}
int nvmlDeviceGetClockInfo(void* device, unsigned kind, unsigned* mhz) {
    if (device == &device_without_clock) return kNotSupported;
    *mhz = kind == 1 ? 1755 : kind == 2 ? 2619 : 0;
    return 0;
}
int nvmlDeviceGetMaxClockInfo(void*, unsigned kind, unsigned* mhz) {
    *mhz = kind == 1 ? 1980 : 0;
    return 0;
}
int nvmlDeviceGetTemperature(void*, unsigned, unsigned* celsius) {
    *celsius = 47;
    return 0;
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* reasons) {
    *reasons = 0x44;
    return 0;
}
int nvmlDeviceGetUtilizationRates(void*, Utilization* rates) {
    *rates = {87, 20};
    return 0;
}
int nvmlDeviceGetComputeRunningProcesses_v3(void*, unsigned* count, Process* list) {
    *count = 2;
    list[0] = {static_cast<unsigned>(getpid()), 1, 0, 0};
    list[1] = {1, 1, 0, 0};
    return 0;
}

}  // extern "C"
