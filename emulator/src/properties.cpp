// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// The device itself: how many, which one, its properties, limits, synchronising and resetting.

#include <emulator/runtime_api.h>
#include <emulator/watch.h>

#include <cstdio>
#include <map>

#include "api_messages.hpp"
#include "arena.hpp"
#include "call_record.hpp"
#include "device_heap.hpp"
#include "device_model.hpp"
#include "errors.hpp"
#include "streams.hpp"
#include "watch/host_guard.hpp"
#include "watch/process_end.hpp"
#include "watch/repeated_findings.hpp"

using namespace workshop::emulator;

namespace {

constexpr std::size_t constant_memory_bytes = 65536;
constexpr int double_ratio_of_compute_boards = 2;

cudaError_t check_device(const char* function, int device) {
    if (device == 0) return cudaSuccess;
    return refuse(cudaErrorInvalidDevice, function,
                  "there is no device " + std::to_string(device) + "; the CPU device is device 0");
}

int double_ratio(const DeviceModel& model) {
    const bool compute_board = model.compute_minor == 0 && model.compute_major >= 8;
    if (compute_board) return double_ratio_of_compute_boards;
    return model.compute_major == 7 ? 32 : 64;
}

std::map<cudaLimit, std::size_t>& limits() {
    static std::map<cudaLimit, std::size_t> values = {{cudaLimitStackSize, 1024},
                                                      {cudaLimitPrintfFifoSize, 8650752},
                                                      {cudaLimitMallocHeapSize, 8U << 20},
                                                      {cudaLimitMaxL2FetchGranularity, 128},
                                                      {cudaLimitPersistingL2CacheSize, 0}};
    return values;
}

}  // namespace

cudaError_t cudaGetDeviceCount(int* count) {
    if (count == nullptr) return refuse(cudaErrorInvalidValue, "cudaGetDeviceCount", "no place");
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
    return check_device("cudaSetDevice", device);
}

cudaError_t cudaGetDevice(int* device) {
    if (device == nullptr) return refuse(cudaErrorInvalidValue, "cudaGetDevice", "no place");
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned int) {
    return enter_device_call();
}
cudaError_t cudaDeviceSynchronize() {
    note_wait("cudaDeviceSynchronize");
    return enter_device_call();
}

cudaError_t cudaDeviceReset() {
    watch::watch_device_reset();
    {
        const watch::DeviceAccess access;
        device_arena().release_all();
    }
    forget_device_heap();
    destroy_all_streams();
    destroy_all_events();
    clear_asynchronous_error();
    watch::tell_totals();
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
    if (const cudaError_t error = check_device("cudaGetDeviceProperties", device)) return error;
    if (properties == nullptr) {
        return refuse(cudaErrorInvalidValue, "cudaGetDeviceProperties", "no place for the answer");
    }
    const DeviceModel& model = current_device_model();
    *properties = {};
    std::snprintf(properties->name, sizeof properties->name, "%s", model.description);
    properties->totalGlobalMem = device_arena().capacity();
    properties->sharedMemPerBlock = model.shared_memory_per_block;
    properties->regsPerBlock = model.registers_per_block;
    properties->warpSize = warp_size;
    properties->memPitch = 2147483647;
    properties->maxThreadsPerBlock = model.max_threads_per_block;
    for (int axis = 0; axis < 3; ++axis) {
        properties->maxThreadsDim[axis] = model.max_block_dim[axis];
        properties->maxGridSize[axis] = static_cast<int>(model.max_grid_dim[axis]);
    }
    properties->clockRate = model.clock_khz;
    properties->totalConstMem = constant_memory_bytes;
    properties->major = model.compute_major;
    properties->minor = model.compute_minor;
    properties->textureAlignment = 512;
    properties->texturePitchAlignment = 32;
    properties->deviceOverlap = 1;
    properties->multiProcessorCount = model.multiprocessors;
    properties->canMapHostMemory = 1;
    properties->concurrentKernels = 1;
    properties->asyncEngineCount = 3;
    properties->unifiedAddressing = 1;
    properties->memoryClockRate = model.memory_clock_khz;
    properties->memoryBusWidth = model.memory_bus_bits;
    properties->l2CacheSize = static_cast<int>(model.l2_bytes);
    properties->maxThreadsPerMultiProcessor = model.max_threads_per_multiprocessor;
    properties->streamPrioritiesSupported = 1;
    properties->globalL1CacheSupported = 1;
    properties->localL1CacheSupported = 1;
    properties->sharedMemPerMultiprocessor = model.shared_memory_per_multiprocessor;
    properties->regsPerMultiprocessor = model.registers_per_multiprocessor;
    properties->managedMemory = 1;
    properties->memoryPoolsSupported = 1;
    properties->singleToDoublePrecisionPerfRatio = double_ratio(model);
    properties->concurrentManagedAccess = 1;
    properties->computePreemptionSupported = 1;
    properties->canUseHostPointerForRegisteredMem = 1;
    properties->cooperativeLaunch = 1;
    properties->sharedMemPerBlockOptin = model.shared_memory_per_block_optin;
    properties->maxBlocksPerMultiProcessor = model.max_blocks_per_multiprocessor;
    properties->reservedSharedMemPerBlock = model.shared_memory_reserved_per_block;
    properties->hostRegisterSupported = 1;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
    if (const cudaError_t error = check_device("cudaDeviceGetAttribute", device)) return error;
    if (value == nullptr) {
        return refuse(cudaErrorInvalidValue, "cudaDeviceGetAttribute", "no place for the answer");
    }
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, device);
    const std::map<cudaDeviceAttr, long long> values = {
        {cudaDevAttrMaxThreadsPerBlock, properties.maxThreadsPerBlock},
        {cudaDevAttrMaxBlockDimX, properties.maxThreadsDim[0]},
        {cudaDevAttrMaxBlockDimY, properties.maxThreadsDim[1]},
        {cudaDevAttrMaxBlockDimZ, properties.maxThreadsDim[2]},
        {cudaDevAttrMaxGridDimX, properties.maxGridSize[0]},
        {cudaDevAttrMaxGridDimY, properties.maxGridSize[1]},
        {cudaDevAttrMaxGridDimZ, properties.maxGridSize[2]},
        {cudaDevAttrMaxSharedMemoryPerBlock, properties.sharedMemPerBlock},
        {cudaDevAttrTotalConstantMemory, properties.totalConstMem},
        {cudaDevAttrWarpSize, properties.warpSize},
        {cudaDevAttrMaxPitch, properties.memPitch},
        {cudaDevAttrMaxRegistersPerBlock, properties.regsPerBlock},
        {cudaDevAttrClockRate, properties.clockRate},
        {cudaDevAttrTextureAlignment, properties.textureAlignment},
        {cudaDevAttrGpuOverlap, properties.deviceOverlap},
        {cudaDevAttrMultiProcessorCount, properties.multiProcessorCount},
        {cudaDevAttrKernelExecTimeout, properties.kernelExecTimeoutEnabled},
        {cudaDevAttrIntegrated, properties.integrated},
        {cudaDevAttrCanMapHostMemory, properties.canMapHostMemory},
        {cudaDevAttrComputeMode, properties.computeMode},
        {cudaDevAttrConcurrentKernels, properties.concurrentKernels},
        {cudaDevAttrEccEnabled, properties.ECCEnabled},
        {cudaDevAttrMemoryClockRate, properties.memoryClockRate},
        {cudaDevAttrGlobalMemoryBusWidth, properties.memoryBusWidth},
        {cudaDevAttrL2CacheSize, properties.l2CacheSize},
        {cudaDevAttrMaxThreadsPerMultiProcessor, properties.maxThreadsPerMultiProcessor},
        {cudaDevAttrAsyncEngineCount, properties.asyncEngineCount},
        {cudaDevAttrUnifiedAddressing, properties.unifiedAddressing},
        {cudaDevAttrComputeCapabilityMajor, properties.major},
        {cudaDevAttrComputeCapabilityMinor, properties.minor},
        {cudaDevAttrStreamPrioritiesSupported, properties.streamPrioritiesSupported},
        {cudaDevAttrGlobalL1CacheSupported, properties.globalL1CacheSupported},
        {cudaDevAttrLocalL1CacheSupported, properties.localL1CacheSupported},
        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, properties.sharedMemPerMultiprocessor},
        {cudaDevAttrMaxRegistersPerMultiprocessor, properties.regsPerMultiprocessor},
        {cudaDevAttrManagedMemory, properties.managedMemory},
        {cudaDevAttrHostNativeAtomicSupported, properties.hostNativeAtomicSupported},
        {cudaDevAttrSingleToDoublePrecisionPerfRatio, properties.singleToDoublePrecisionPerfRatio},
        {cudaDevAttrPageableMemoryAccess, properties.pageableMemoryAccess},
        {cudaDevAttrConcurrentManagedAccess, properties.concurrentManagedAccess},
        {cudaDevAttrCooperativeLaunch, properties.cooperativeLaunch},
        {cudaDevAttrMaxSharedMemoryPerBlockOptin, properties.sharedMemPerBlockOptin},
        {cudaDevAttrHostRegisterSupported, properties.hostRegisterSupported},
        {cudaDevAttrDirectManagedMemAccessFromHost, properties.directManagedMemAccessFromHost},
        {cudaDevAttrMaxBlocksPerMultiprocessor, properties.maxBlocksPerMultiProcessor},
        {cudaDevAttrMaxPersistingL2CacheSize, properties.persistingL2CacheMaxSize},
        {cudaDevAttrReservedSharedMemoryPerBlock, properties.reservedSharedMemPerBlock},
        {cudaDevAttrMemoryPoolsSupported, properties.memoryPoolsSupported},
        {cudaDevAttrClusterLaunch, properties.clusterLaunch},
    };
    const auto found = values.find(attribute);
    if (found == values.end()) {
        return refuse(cudaErrorInvalidValue, "cudaDeviceGetAttribute",
                      "attribute " + std::to_string(static_cast<int>(attribute)) +
                          " is not known to the CPU device");
    }
    *value = static_cast<int>(found->second);
    return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
    if (const cudaError_t error = enter_device_call()) return error;
    const auto found = limits().find(limit);
    if (value == nullptr || found == limits().end()) return record_error(cudaErrorUnsupportedLimit);
    *value = found->second;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
    if (const cudaError_t error = enter_device_call()) return error;
    const auto found = limits().find(limit);
    if (found == limits().end()) return record_error(cudaErrorUnsupportedLimit);
    found->second = value;
    return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int* can_access, int device, int peer) {
    if (can_access == nullptr) {
        return refuse(cudaErrorInvalidValue, "cudaDeviceCanAccessPeer", "no place for the answer");
    }
    if (const cudaError_t error = check_device("cudaDeviceCanAccessPeer", device)) return error;
    if (const cudaError_t error = check_device("cudaDeviceCanAccessPeer", peer)) return error;
    *can_access = 0;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) {
    if (version == nullptr)
        return refuse(cudaErrorInvalidValue, "cudaRuntimeGetVersion", "no place");
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) {
    if (version == nullptr)
        return refuse(cudaErrorInvalidValue, "cudaDriverGetVersion", "no place");
    *version = CUDART_VERSION;
    return cudaSuccess;
}
