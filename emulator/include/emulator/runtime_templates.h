// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The typed forms of the runtime interface: pointers to any type, kernels by name, symbols.

#include <driver_types.h>

#include <cstddef>

namespace workshop::emulator {

/// @brief cudaMemcpyToSymbol for a symbol of `size` bytes; `function` is the name that errors give.
cudaError_t copy_to_symbol(const char* function, const void* symbol, std::size_t size,
                           const void* source, std::size_t bytes, std::size_t offset,
                           cudaMemcpyKind kind, cudaStream_t stream);
/// @brief cudaMemcpyFromSymbol, in the same way.
cudaError_t copy_from_symbol(const char* function, void* destination, const void* symbol,
                             std::size_t size, std::size_t bytes, std::size_t offset,
                             cudaMemcpyKind kind, cudaStream_t stream);
/// @brief Where a symbol of `size` bytes lies on the device.
cudaError_t symbol_address(void** pointer, const void* symbol, std::size_t size);

}  // namespace workshop::emulator

template <typename T>
cudaError_t cudaMalloc(T** pointer, std::size_t bytes) {
    return cudaMalloc(reinterpret_cast<void**>(pointer), bytes);
}

template <typename T>
cudaError_t cudaMallocManaged(T** pointer, std::size_t bytes,
                              unsigned int flags = cudaMemAttachGlobal) {
    return cudaMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags);
}

template <typename T>
cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer, std::size_t bytes = 0,
                                     unsigned int flags = cudaMemAttachSingle) {
    return cudaStreamAttachMemAsync(stream, static_cast<void*>(pointer), bytes, flags);
}

template <typename T>
cudaError_t cudaMallocPitch(T** pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height) {
    return cudaMallocPitch(reinterpret_cast<void**>(pointer), pitch, width, height);
}

template <typename T>
cudaError_t cudaMallocAsync(T** pointer, std::size_t bytes, cudaStream_t stream) {
    return cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, stream);
}

template <typename T>
cudaError_t cudaMallocFromPoolAsync(T** pointer, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
    return cudaMallocFromPoolAsync(reinterpret_cast<void**>(pointer), bytes, pool, stream);
}

template <typename T>
cudaError_t cudaMallocHost(T** pointer, std::size_t bytes,
                           unsigned int flags = cudaHostAllocDefault) {
    return cudaMallocHost(reinterpret_cast<void**>(pointer), bytes, flags);
}

template <typename T>
cudaError_t cudaHostAlloc(T** pointer, std::size_t bytes, unsigned int flags) {
    return cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}

template <typename T>
cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned int flags) {
    return cudaHostGetDevicePointer(reinterpret_cast<void**>(device), host, flags);
}

template <typename T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* source, std::size_t bytes,
                               std::size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return workshop::emulator::copy_to_symbol("cudaMemcpyToSymbol", &symbol, sizeof(T), source,
                                              bytes, offset, kind, nullptr);
}

template <typename T>
cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* source, std::size_t bytes,
                                    std::size_t offset = 0,
                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                    cudaStream_t stream = nullptr) {
    return workshop::emulator::copy_to_symbol("cudaMemcpyToSymbolAsync", &symbol, sizeof(T), source,
                                              bytes, offset, kind, stream);
}

template <typename T>
cudaError_t cudaMemcpyFromSymbol(void* destination, const T& symbol, std::size_t bytes,
                                 std::size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return workshop::emulator::copy_from_symbol("cudaMemcpyFromSymbol", destination, &symbol,
                                                sizeof(T), bytes, offset, kind, nullptr);
}

template <typename T>
cudaError_t cudaMemcpyFromSymbolAsync(void* destination, const T& symbol, std::size_t bytes,
                                      std::size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                      cudaStream_t stream = nullptr) {
    return workshop::emulator::copy_from_symbol("cudaMemcpyFromSymbolAsync", destination, &symbol,
                                                sizeof(T), bytes, offset, kind, stream);
}

template <typename T>
cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
    return workshop::emulator::symbol_address(pointer, &symbol, sizeof(T));
}

template <typename T>
cudaError_t cudaGetSymbolAddress(T** pointer, const T& symbol) {
    return workshop::emulator::symbol_address(reinterpret_cast<void**>(pointer), &symbol,
                                              sizeof(T));
}

template <typename T>
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T&) {
    if (bytes == nullptr) return cudaErrorInvalidValue;
    *bytes = sizeof(T);
    return cudaSuccess;
}

// A kernel is named by itself: cudaFuncSetAttribute(kernel<float>, ...).
template <typename... Parameters>
cudaError_t cudaFuncSetAttribute(void (*kernel)(Parameters...), cudaFuncAttribute attribute,
                                 int value) {
    return cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), attribute, value);
}

template <typename... Parameters>
cudaError_t cudaFuncSetCacheConfig(void (*kernel)(Parameters...), cudaFuncCache config) {
    return cudaFuncSetCacheConfig(reinterpret_cast<const void*>(kernel), config);
}

template <typename... Parameters>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, void (*kernel)(Parameters...)) {
    return cudaFuncGetAttributes(attributes, reinterpret_cast<const void*>(kernel));
}
