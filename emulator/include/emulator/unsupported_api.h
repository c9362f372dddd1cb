// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the CPU device does not do. The names exist, so that a program compiles; each call
///        prints a message that names the feature and returns cudaErrorNotSupported. Device code
///        that cannot work is refused by the compiler with such a message.

#include <driver_types.h>

namespace workshop::emulator {

/// @brief Reports that `function` needs `feature`, and records cudaErrorNotSupported.
cudaError_t unsupported(const char* function, const char* feature);

/// @brief False, but only once a template is used.
template <typename...>
constexpr bool always_false = false;

}  // namespace workshop::emulator

// Handles and descriptions that such programs declare.
using cudaGraph_t = struct CUgraph_st*;
using cudaGraphExec_t = struct CUgraphExec_st*;
using cudaGraphNode_t = struct CUgraphNode_st*;
using cudaArray_t = struct cudaArray*;
using cudaTextureObject_t = unsigned long long;
using cudaSurfaceObject_t = unsigned long long;

enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal = 0,
    cudaStreamCaptureModeThreadLocal = 1,
    cudaStreamCaptureModeRelaxed = 2,
};

/// @brief Memory of another process: of the type only its size is true.
struct cudaIpcMemHandle_t {
    char reserved[64];
};
/// @brief An event of another process: of the type only its size is true.
struct cudaIpcEventHandle_t {
    char reserved[64];
};

#define WORKSHOP_UNSUPPORTED(function, feature)                     \
    template <typename... Arguments>                                \
    cudaError_t function(Arguments&&...) {                          \
        return workshop::emulator::unsupported(#function, feature); \
    }

WORKSHOP_UNSUPPORTED(cudaStreamBeginCapture, "CUDA graphs")
WORKSHOP_UNSUPPORTED(cudaStreamEndCapture, "CUDA graphs")
WORKSHOP_UNSUPPORTED(cudaStreamIsCapturing, "CUDA graphs")
WORKSHOP_UNSUPPORTED(cudaGraphCreate, "CUDA graphs")
WORKSHOP_UNSUPPORTED(cudaGraphInstantiate, "CUDA graphs")
WORKSHOP_UNSUPPORTED(cudaGraphLaunch, "CUDA graphs")
WORKSHOP_UNSUPPORTED(cudaGraphUpload, "CUDA graphs")
WORKSHOP_UNSUPPORTED(cudaGraphDestroy, "CUDA graphs")
WORKSHOP_UNSUPPORTED(cudaGraphExecDestroy, "CUDA graphs")
WORKSHOP_UNSUPPORTED(cudaGraphExecUpdate, "CUDA graphs")
WORKSHOP_UNSUPPORTED(cudaGraphAddKernelNode, "CUDA graphs")
WORKSHOP_UNSUPPORTED(cudaCreateTextureObject, "textures")
WORKSHOP_UNSUPPORTED(cudaDestroyTextureObject, "textures")
WORKSHOP_UNSUPPORTED(cudaCreateSurfaceObject, "surfaces")
WORKSHOP_UNSUPPORTED(cudaDestroySurfaceObject, "surfaces")
WORKSHOP_UNSUPPORTED(cudaMallocArray, "CUDA arrays")
WORKSHOP_UNSUPPORTED(cudaFreeArray, "CUDA arrays")
WORKSHOP_UNSUPPORTED(cudaMemcpyToArray, "CUDA arrays")
WORKSHOP_UNSUPPORTED(cudaMemcpy2DToArray, "CUDA arrays")
WORKSHOP_UNSUPPORTED(cudaMalloc3D, "three-dimensional allocations")
WORKSHOP_UNSUPPORTED(cudaMemcpy3D, "three-dimensional copies")
WORKSHOP_UNSUPPORTED(cudaMemcpy3DAsync, "three-dimensional copies")
WORKSHOP_UNSUPPORTED(cudaIpcGetMemHandle, "sharing between processes (CUDA IPC)")
WORKSHOP_UNSUPPORTED(cudaIpcOpenMemHandle, "sharing between processes (CUDA IPC)")
WORKSHOP_UNSUPPORTED(cudaIpcCloseMemHandle, "sharing between processes (CUDA IPC)")
WORKSHOP_UNSUPPORTED(cudaIpcGetEventHandle, "sharing between processes (CUDA IPC)")
WORKSHOP_UNSUPPORTED(cudaIpcOpenEventHandle, "sharing between processes (CUDA IPC)")
WORKSHOP_UNSUPPORTED(cudaDeviceEnablePeerAccess, "a second device (peer access)")
WORKSHOP_UNSUPPORTED(cudaDeviceDisablePeerAccess, "a second device (peer access)")
WORKSHOP_UNSUPPORTED(cudaMemcpyPeer, "a second device (peer copies)")
WORKSHOP_UNSUPPORTED(cudaMemcpyPeerAsync, "a second device (peer copies)")
WORKSHOP_UNSUPPORTED(cudaMemPoolCreate, "memory pools other than the default one")
WORKSHOP_UNSUPPORTED(cudaMemPoolDestroy, "memory pools other than the default one")
WORKSHOP_UNSUPPORTED(cudaOccupancyMaxActiveClusters, "thread block clusters")
WORKSHOP_UNSUPPORTED(cudaOccupancyMaxPotentialClusterSize, "thread block clusters")

#undef WORKSHOP_UNSUPPORTED

#define WORKSHOP_NO_TEXTURES(function)                                            \
    template <typename T, typename... Arguments>                                  \
    T function(cudaTextureObject_t, Arguments...) {                               \
        static_assert(workshop::emulator::always_false<T>, #function              \
                      ": textures are not supported by the CPU device; read the " \
                      "array through a pointer");                                 \
        return T();                                                               \
    }

WORKSHOP_NO_TEXTURES(tex1Dfetch)
WORKSHOP_NO_TEXTURES(tex1D)
WORKSHOP_NO_TEXTURES(tex2D)
WORKSHOP_NO_TEXTURES(tex3D)

#undef WORKSHOP_NO_TEXTURES
