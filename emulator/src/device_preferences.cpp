// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// What programs ask of the device and tell it that changes nothing here: the choice of one, its
// name on the bus, how its caches are to be shared out.

#include <emulator/runtime_api.h>

#include <atomic>
#include <cstdio>
#include <cstring>
#include <string>

#include "api_messages.hpp"
#include "errors.hpp"

using namespace workshop::emulator;

namespace {

std::atomic<cudaFuncCache> preferred_cache{cudaFuncCachePreferNone};
constexpr std::size_t bus_id_bytes = 13;  ///< "0000:00:00.0" and the closing 0

/// The name of the device on the bus, as its properties give it.
void write_bus_id(char* text) {
    cudaDeviceProp properties{};
    (void)cudaGetDeviceProperties(&properties, 0);
    std::snprintf(text, bus_id_bytes, "%04x:%02x:%02x.0",
                  static_cast<unsigned>(properties.pciDomainID) & 0xFFFFU,
                  static_cast<unsigned>(properties.pciBusID) & 0xFFU,
                  static_cast<unsigned>(properties.pciDeviceID) & 0xFFU);
}

}  // namespace

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted) {
    if (device == nullptr || wanted == nullptr) {
        return refuse(cudaErrorInvalidValue, "cudaChooseDevice",
                      "no place for the answer, or no properties");
    }
    *device = 0;  // the only one is the nearest to whatever is wanted
    return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int bytes, int device) {
    if (device != 0) {
        return refuse(
            cudaErrorInvalidDevice, "cudaDeviceGetPCIBusId",
            "there is no device " + std::to_string(device) + "; the CPU device is device 0");
    }
    if (text == nullptr || bytes < static_cast<int>(bus_id_bytes)) {
        return refuse(cudaErrorInvalidValue, "cudaDeviceGetPCIBusId",
                      "the text takes " + std::to_string(bus_id_bytes) + " bytes");
    }
    write_bus_id(text);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
    if (device == nullptr || text == nullptr) {
        return refuse(cudaErrorInvalidValue, "cudaDeviceGetByPCIBusId",
                      "no place for the answer, or no text");
    }
    char own[bus_id_bytes];
    write_bus_id(own);
    if (std::strcmp(own, text) != 0) {
        return refuse(cudaErrorInvalidDevice, "cudaDeviceGetByPCIBusId",
                      "there is no device at '" + std::string(text) + "'; the CPU device is at '" +
                          own + "'");
    }
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
    if (const cudaError_t error = enter_device_call()) return error;
    preferred_cache = config;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
    if (config == nullptr) {
        return refuse(cudaErrorInvalidValue, "cudaDeviceGetCacheConfig", "no place for the answer");
    }
    *config = preferred_cache;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
    return enter_device_call();
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
    if (config == nullptr) {
        return refuse(cudaErrorInvalidValue, "cudaDeviceGetSharedMemConfig",
                      "no place for the answer");
    }
    // Since compute capability 5.0 banks are 4 bytes wide, whatever was asked for.
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}
