// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// The default memory pool of the device, which cudaMallocAsync takes from. There is no other.

#include <emulator/runtime_api.h>

#include <cstdint>

#include "api_messages.hpp"
#include "arena.hpp"
#include "errors.hpp"

struct CUmemPoolHandle_st {
    std::uint64_t release_threshold = 0;
    int reuse[3] = {1, 1, 1};  ///< the attributes about reuse; nothing is reused here
};

using namespace workshop::emulator;

namespace {

CUmemPoolHandle_st default_pool;

cudaError_t check_pool(const char* function, cudaMemPool_t pool) {
    if (const cudaError_t error = enter_device_call()) return error;
    if (pool == &default_pool) return cudaSuccess;
    return refuse(cudaErrorInvalidValue, function,
                  "this is not the default memory pool of the device", "a pool that was never set");
}

cudaError_t give_default_pool(const char* function, cudaMemPool_t* pool, int device) {
    if (const cudaError_t error = enter_device_call()) return error;
    if (pool == nullptr || device != 0) {
        return refuse(pool == nullptr ? cudaErrorInvalidValue : cudaErrorInvalidDevice, function,
                      "needs a place for the answer, and device 0");
    }
    *pool = &default_pool;
    return cudaSuccess;
}

bool is_about_reuse(cudaMemPoolAttr attribute) {
    return attribute >= cudaMemPoolReuseFollowEventDependencies &&
           attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

}  // namespace

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
    return give_default_pool("cudaDeviceGetDefaultMemPool", pool, device);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
    return give_default_pool("cudaDeviceGetMemPool", pool, device);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    if (const cudaError_t error = check_pool("cudaMemPoolSetAttribute", pool)) return error;
    if (value != nullptr && is_about_reuse(attribute)) {
        pool->reuse[attribute - cudaMemPoolReuseFollowEventDependencies] =
            *static_cast<int*>(value);
        return cudaSuccess;
    }
    if (value != nullptr && attribute == cudaMemPoolAttrReleaseThreshold) {
        pool->release_threshold = *static_cast<std::uint64_t*>(value);
        return cudaSuccess;
    }
    // The high-water marks can be put back to 0; they are what is in use at the moment.
    const bool high =
        attribute == cudaMemPoolAttrReservedMemHigh || attribute == cudaMemPoolAttrUsedMemHigh;
    if (high && value != nullptr && *static_cast<std::uint64_t*>(value) == 0) return cudaSuccess;
    return refuse(cudaErrorInvalidValue, "cudaMemPoolSetAttribute",
                  "the attribute cannot be set to that value");
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
    if (const cudaError_t error = check_pool("cudaMemPoolGetAttribute", pool)) return error;
    if (value == nullptr) {
        return refuse(cudaErrorInvalidValue, "cudaMemPoolGetAttribute", "no place for the answer");
    }
    if (is_about_reuse(attribute)) {
        *static_cast<int*>(value) =
            pool->reuse[attribute - cudaMemPoolReuseFollowEventDependencies];
    } else if (attribute == cudaMemPoolAttrReleaseThreshold) {
        *static_cast<std::uint64_t*>(value) = pool->release_threshold;
    } else {
        *static_cast<std::uint64_t*>(value) =
            device_arena().capacity() - device_arena().free_bytes();
    }
    return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t) {
    return check_pool("cudaMemPoolTrimTo", pool);  // nothing is kept that could go
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
    if (const cudaError_t error = check_pool("cudaMallocFromPoolAsync", pool)) return error;
    return cudaMallocAsync(pointer, bytes, stream);
}
