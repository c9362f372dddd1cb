// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

#include "context.hpp"

#include <cuda_runtime.h>

#include <cstdio>

#include "support/device.hpp"
#include "workshop/cuda_check.hpp"

namespace workshop::bench {
namespace {

std::string known(double value) {
    if (!(value > 0)) return "unknown";
    char text[40];
    std::snprintf(text, sizeof text, "%.0f", value);
    return text;
}

/// 13000 -> "13.0"
std::string release(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string gpu_name() {
    cudaDeviceProp properties{};
    int device = 0;
    WORKSHOP_CUDA_CHECK(cudaGetDevice(&device));
    WORKSHOP_CUDA_CHECK(cudaGetDeviceProperties(&properties, device));
    return properties.name;
}

std::string driver_of(DeviceClocks& clocks) {
    if (checks::on_cpu_device()) return "none";
    const std::string version = clocks.driver();
    if (!version.empty()) return version;
    int cuda = 0;
    WORKSHOP_CUDA_CHECK(cudaDriverGetVersion(&cuda));
    return "runs CUDA " + release(cuda);
}

}  // namespace

ProgramName program_name(const std::string& path) {
    const std::string name = path.substr(path.rfind('/') + 1);
    const std::string prefix = "bench_";
    // bench_experiment_NAME and bench_compare stand for no lesson.
    for (const char* other : {"experiment_", "compare"}) {
        if (name.starts_with(prefix + other)) return {name.substr(prefix.size()), "solution"};
    }
    for (const std::string kind : {"generated_starter", "starter", "solution", "further"}) {
        const std::string end = "_" + kind;
        if (!name.starts_with(prefix) || !name.ends_with(end)) continue;
        if (name.size() <= prefix.size() + end.size()) break;
        return {name.substr(prefix.size(), name.size() - prefix.size() - end.size()), kind};
    }
    return {};
}

Context context_of(const Options& options, DeviceClocks& clocks, const DeviceNumbers& device,
                   const std::string& other_load) {
    const ProgramName program = program_name(options.rest.front());
    const DataSheet limits = data_sheet(device);
    return {
        {"device", checks::describe_device()},
        {"gpu", gpu_name()},
        {"compute_capability",
         std::to_string(device.capability_major) + "." + std::to_string(device.capability_minor)},
        {"driver", driver_of(clocks)},
        {"toolkit", release(CUDART_VERSION)},
        {"sm_mhz_max", known(device.sm_mhz)},
        {"memory_mhz", known(device.memory_khz / 1e3)},
        {"l2_bytes", known(device.l2_bytes)},
        {"data_sheet_bytes_per_second", known(limits.bytes_per_second)},
        {"data_sheet_flops", known(limits.flops)},
        {"git_revision", kGitRevision},
        {"flags", kCompileFlags},
        {"lesson", program.lesson},
        {"implementation", program.implementation},
        {"modes", text_of(options.modes)},
        {"nvml", clocks.source()},
        {"other_load", other_load},
    };
}

}  // namespace workshop::bench
