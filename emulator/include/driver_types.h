// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once
// Programs ask for this macro, as it is the guard of the header in the CUDA Toolkit.
#define __DRIVER_TYPES_H__

/// @file
/// @brief Types of the runtime interface, with CUDA's own names and numbers.

#include <emulator/device_attributes.h>
#include <vector_types.h>

#include <cstddef>

enum cudaError {
#define WORKSHOP_CUDA_ERROR(suffix, number, text) cuda##suffix = number,
#include <emulator/error_list.h>
#undef WORKSHOP_CUDA_ERROR
};
using cudaError_t = cudaError;

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4,
};

enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3,
};

/// @brief What cudaPointerGetAttributes() tells about an address.
struct cudaPointerAttributes {
    cudaMemoryType type;
    int device;
    void* devicePointer;
    void* hostPointer;
};

using cudaStream_t = struct CUstream_st*;
using cudaEvent_t = struct CUevent_st*;
using cudaMemPool_t = struct CUmemPoolHandle_st*;
/// @brief A calling convention of its own, on Windows.
#define CUDART_CB
using cudaHostFn_t = void (*)(void*);
using cudaStreamCallback_t = void (*)(cudaStream_t, cudaError_t, void*);

#define cudaStreamDefault 0x00U
#define cudaStreamNonBlocking 0x01U
#define cudaStreamLegacy (reinterpret_cast<cudaStream_t>(0x1))
#define cudaStreamPerThread (reinterpret_cast<cudaStream_t>(0x2))

#define cudaEventDefault 0x00U
#define cudaEventBlockingSync 0x01U
#define cudaEventDisableTiming 0x02U
#define cudaEventInterprocess 0x04U
#define cudaEventRecordDefault 0x00U
#define cudaEventRecordExternal 0x01U
#define cudaEventWaitDefault 0x00U
#define cudaEventWaitExternal 0x01U

#define cudaHostAllocDefault 0x00U
#define cudaHostAllocPortable 0x01U
#define cudaHostAllocMapped 0x02U
#define cudaHostAllocWriteCombined 0x04U
#define cudaHostRegisterDefault 0x00U
#define cudaHostRegisterPortable 0x01U
#define cudaHostRegisterMapped 0x02U
#define cudaHostRegisterIoMemory 0x04U
#define cudaHostRegisterReadOnly 0x08U
#define cudaMemAttachGlobal 0x01U
#define cudaMemAttachHost 0x02U
#define cudaMemAttachSingle 0x04U

#define cudaDeviceScheduleAuto 0x00U
#define cudaDeviceScheduleSpin 0x01U
#define cudaDeviceScheduleYield 0x02U
#define cudaDeviceScheduleBlockingSync 0x04U
#define cudaDeviceBlockingSync 0x04U  // its older name
#define cudaDeviceLmemResizeToMax 0x10U
#define cudaDeviceMapHost 0x08U

#define cudaOccupancyDefault 0x00U
#define cudaOccupancyDisableCachingOverride 0x01U
#define cudaCpuDeviceId (-1)
#define cudaInvalidDeviceId (-2)

enum cudaFuncCache {
    cudaFuncCachePreferNone = 0,
    cudaFuncCachePreferShared = 1,
    cudaFuncCachePreferL1 = 2,
    cudaFuncCachePreferEqual = 3,
};

enum cudaSharedMemConfig {
    cudaSharedMemBankSizeDefault = 0,
    cudaSharedMemBankSizeFourByte = 1,
    cudaSharedMemBankSizeEightByte = 2,
};

enum cudaSharedCarveout {
    cudaSharedmemCarveoutDefault = -1,
    cudaSharedmemCarveoutMaxL1 = 0,
    cudaSharedmemCarveoutMaxShared = 100,
};

enum cudaFuncAttribute {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9,
    cudaFuncAttributeClusterDimMustBeSet = 10,
    cudaFuncAttributeRequiredClusterWidth = 11,
    cudaFuncAttributeRequiredClusterHeight = 12,
    cudaFuncAttributeRequiredClusterDepth = 13,
    cudaFuncAttributeNonPortableClusterSizeAllowed = 14,
    cudaFuncAttributeClusterSchedulingPolicyPreference = 15,
};

/// @brief What cudaFuncGetAttributes() tells about a kernel. A CPU does not know the registers that
///        nvcc would choose: numRegs is the assumed value (see docs).
struct cudaFuncAttributes {
    std::size_t sharedSizeBytes;
    std::size_t constSizeBytes;
    std::size_t localSizeBytes;
    int maxThreadsPerBlock;
    int numRegs;
    int ptxVersion;
    int binaryVersion;
    int cacheModeCA;
    int maxDynamicSharedSizeBytes;
    int preferredShmemCarveout;
    int clusterDimMustBeSet;
    int requiredClusterWidth;
    int requiredClusterHeight;
    int requiredClusterDepth;
    int clusterSchedulingPolicyPreference;
    int nonPortableClusterSizeAllowed;
};

enum cudaLimit {
    cudaLimitStackSize = 0x00,
    cudaLimitPrintfFifoSize = 0x01,
    cudaLimitMallocHeapSize = 0x02,
    cudaLimitDevRuntimeSyncDepth = 0x03,
    cudaLimitDevRuntimePendingLaunchCount = 0x04,
    cudaLimitMaxL2FetchGranularity = 0x05,
    cudaLimitPersistingL2CacheSize = 0x06,
};

enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseUnsetPreferredLocation = 4,
    cudaMemAdviseSetAccessedBy = 5,
    cudaMemAdviseUnsetAccessedBy = 6,
};

enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1,
    cudaMemPoolReuseAllowOpportunistic = 2,
    cudaMemPoolReuseAllowInternalDependencies = 3,
    cudaMemPoolAttrReleaseThreshold = 4,
    cudaMemPoolAttrReservedMemCurrent = 5,
    cudaMemPoolAttrReservedMemHigh = 6,
    cudaMemPoolAttrUsedMemCurrent = 7,
    cudaMemPoolAttrUsedMemHigh = 8,
};

enum cudaMemLocationType {
    cudaMemLocationTypeInvalid = 0,
    cudaMemLocationTypeDevice = 1,
    cudaMemLocationTypeHost = 2,
};

/// @brief Where managed memory is to be, for cudaMemPrefetchAsync() and cudaMemAdvise().
struct cudaMemLocation {
    cudaMemLocationType type;
    int id;  ///< the device
};

enum cudaComputeMode {
    cudaComputeModeDefault = 0,
    cudaComputeModeExclusive = 1,
    cudaComputeModeProhibited = 2,
    cudaComputeModeExclusiveProcess = 3,
};

/// @brief The types that matrix libraries name.
enum cudaDataType {
    CUDA_R_16F = 2,
    CUDA_R_32F = 0,
    CUDA_R_64F = 1,
    CUDA_R_16BF = 14,
    CUDA_R_8I = 3,
    CUDA_R_32I = 10,
};
using cudaDataType_t = cudaDataType;

enum cudaAccessProperty {
    cudaAccessPropertyNormal = 0,
    cudaAccessPropertyStreaming = 1,
    cudaAccessPropertyPersisting = 2,
};

/// @brief A wish about what the L2 cache keeps. It changes nothing here.
struct cudaAccessPolicyWindow {
    void* base_ptr;
    std::size_t num_bytes;
    float hitRatio;
    cudaAccessProperty hitProp;
    cudaAccessProperty missProp;
};

enum cudaLaunchAttributeID {
    cudaLaunchAttributeIgnore = 0,
    cudaLaunchAttributeAccessPolicyWindow = 1,
    cudaLaunchAttributeCooperative = 2,
    cudaLaunchAttributeClusterDimension = 4,
    cudaLaunchAttributeProgrammaticStreamSerialization = 6,
    cudaLaunchAttributePriority = 8,
};
using cudaStreamAttrID = cudaLaunchAttributeID;
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributePriority cudaLaunchAttributePriority

union cudaLaunchAttributeValue {
    char pad[64];
    cudaAccessPolicyWindow accessPolicyWindow;
    int cooperative;
    struct {
        unsigned int x;
        unsigned int y;
        unsigned int z;
    } clusterDim;
    int programmaticStreamSerializationAllowed;
    int priority;
};

using cudaStreamAttrValue = cudaLaunchAttributeValue;

struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    cudaLaunchAttributeValue val;
};

/// @brief The configuration that cudaLaunchKernelEx() takes.
struct cudaLaunchConfig_t {
    dim3 gridDim;
    dim3 blockDim;
    std::size_t dynamicSmemBytes = 0;
    cudaStream_t stream = nullptr;
    cudaLaunchAttribute* attrs = nullptr;
    unsigned int numAttrs = 0;
};
