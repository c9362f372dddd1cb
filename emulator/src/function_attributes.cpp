// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "function_attributes.hpp"

#include <emulator/runtime_api.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <unordered_map>

#include "api_messages.hpp"
#include "device_model.hpp"
#include "errors.hpp"
#include "exit_at_once.hpp"
#include "occupancy.hpp"
#include "symbols.hpp"

namespace workshop::emulator {
namespace {

constexpr int default_registers_per_thread = 32;
constexpr int most_registers_per_thread = 255;

struct AllAttributes {
    std::mutex mutex;
    std::unordered_map<const void*, KernelAttributes> of;
};

int read_assumed_registers() {
    const char* text = std::getenv("WORKSHOP_REGISTERS_PER_THREAD");
    if (text == nullptr || *text == '\0') return default_registers_per_thread;
    char* end = nullptr;
    const long registers = std::strtol(text, &end, 10);
    if (*end == '\0' && registers >= 1 && registers <= most_registers_per_thread) {
        return static_cast<int>(registers);
    }
    std::fprintf(stderr, "error: WORKSHOP_REGISTERS_PER_THREAD is '%s'. Valid values: 1 to %d.\n",
                 text, most_registers_per_thread);
    exit_at_once();
}

}  // namespace

int assumed_registers_per_thread() {
    static const int registers = read_assumed_registers();
    return registers;
}

KernelAttributes& kernel_attributes(const void* kernel) {
    static AllAttributes& all = *new AllAttributes;
    const std::lock_guard lock(all.mutex);
    const auto found = all.of.find(kernel);
    if (found != all.of.end()) return found->second;
    const std::size_t limit = current_device_model().shared_memory_per_block;
    const std::size_t taken = static_shared_bytes(kernel);
    KernelAttributes attributes{};
    attributes.max_dynamic_shared_bytes = limit > taken ? limit - taken : 0;
    attributes.preferred_shared_carveout = -1;
    attributes.registers_per_thread = assumed_registers_per_thread();
    return all.of.emplace(kernel, attributes).first->second;
}

}  // namespace workshop::emulator

using namespace workshop::emulator;

namespace {

cudaError_t set_dynamic_shared(const void* kernel, int bytes) {
    const DeviceModel& model = current_device_model();
    const std::size_t taken = static_shared_bytes(kernel);
    if (bytes < 0 ||
        static_cast<std::size_t>(bytes) + taken > model.shared_memory_per_block_optin) {
        const std::string limit = std::to_string(model.shared_memory_per_block_optin) +
                                  " bytes a block of device '" + model.name + "'";
        if (bytes > 0 && static_cast<std::size_t>(bytes) > model.shared_memory_per_block_optin) {
            return refuse(cudaErrorInvalidValue, "cudaFuncSetAttribute",
                          std::to_string(bytes) +
                              " bytes of dynamic shared memory alone pass the limit of " + limit +
                              ": what a block may have at most is "
                              "cudaDevAttrMaxSharedMemoryPerBlockOptin");
        }
        return refuse(cudaErrorInvalidValue, "cudaFuncSetAttribute",
                      std::to_string(bytes) + " bytes of dynamic shared memory and " +
                          std::to_string(taken) + " static ones pass the limit of " + limit);
    }
    kernel_attributes(kernel).max_dynamic_shared_bytes = static_cast<std::size_t>(bytes);
    return cudaSuccess;
}

}  // namespace

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value) {
    if (const cudaError_t error = enter_device_call()) return error;
    if (kernel == nullptr) return record_error(cudaErrorInvalidDeviceFunction);
    switch (attribute) {
        case cudaFuncAttributeMaxDynamicSharedMemorySize:
            return set_dynamic_shared(kernel, value);
        case cudaFuncAttributePreferredSharedMemoryCarveout:
            if (value < -1 || value > 100) {
                return refuse(cudaErrorInvalidValue, "cudaFuncSetAttribute",
                              "a carveout is -1, or 0 to 100 percent");
            }
            kernel_attributes(kernel).preferred_shared_carveout = value;
            return cudaSuccess;
        default:
            return refuse(cudaErrorNotSupported, "cudaFuncSetAttribute",
                          "attribute " + std::to_string(static_cast<int>(attribute)) +
                              ": thread block clusters are not supported by the CPU device");
    }
}

cudaError_t cudaFuncSetCacheConfig(const void* kernel, cudaFuncCache) {
    if (const cudaError_t error = enter_device_call()) return error;
    return record_error(kernel != nullptr ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaFuncSetSharedMemConfig(const void* kernel, cudaSharedMemConfig) {
    return cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferNone);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel) {
    if (const cudaError_t error = enter_device_call()) return error;
    if (kernel == nullptr) return record_error(cudaErrorInvalidDeviceFunction);
    if (attributes == nullptr) {
        return refuse(cudaErrorInvalidValue, "cudaFuncGetAttributes", "no place for the answer");
    }
    const DeviceModel& model = current_device_model();
    const KernelAttributes& kept = kernel_attributes(kernel);
    *attributes = {};
    attributes->sharedSizeBytes = static_shared_bytes(kernel);
    attributes->maxThreadsPerBlock = max_threads_with_registers(model, kept.registers_per_thread);
    attributes->numRegs = kept.registers_per_thread;
    attributes->ptxVersion = model.compute_major * 10 + model.compute_minor;
    attributes->binaryVersion = attributes->ptxVersion;
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(kept.max_dynamic_shared_bytes);
    attributes->preferredShmemCarveout = kept.preferred_shared_carveout;
    return cudaSuccess;
}
