// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Copies and fills: cudaMemcpy, cudaMemset and their kin.

#include "copies.hpp"

#include <emulator/runtime_api.h>

#include <cstring>

#include "api_messages.hpp"
#include "call_record.hpp"
#include "errors.hpp"
#include "pointers.hpp"
#include "streams.hpp"
#include "watch/arena_watch.hpp"
#include "watch/host_copies.hpp"
#include "watch/host_guard.hpp"
#include "watch/passed_variables.hpp"

namespace workshop::emulator {
namespace {

bool on_device(const void* address) {
    const MemoryPlace place = find_memory(address).place;
    return place == MemoryPlace::device || place == MemoryPlace::managed ||
           place == MemoryPlace::device_heap || place == MemoryPlace::symbol ||
           place == MemoryPlace::not_owned;
}

/// Bytes from the first to behind the last that a pitched access touches.
std::size_t extent(std::size_t pitch, std::size_t width, std::size_t height) {
    return (height - 1) * pitch + width;
}

bool extent_overflows(std::size_t pitch, std::size_t width, std::size_t height) {
    return pitch != 0 && height > (static_cast<std::size_t>(-1) - width) / pitch;
}

cudaError_t refuse_pitch(const char* function, std::size_t pitch, std::size_t width,
                         std::size_t height) {
    return refuse(height > 1 ? cudaErrorInvalidPitchValue : cudaErrorInvalidValue, function,
                  "a pitch of " + std::to_string(pitch) + " bytes is less than the width of " +
                      std::to_string(width) + " bytes",
                  "the pitch counted in elements: it is in bytes");
}

}  // namespace

cudaError_t checked_copy(const char* function, void* destination, const void* source,
                         CopyShape shape, cudaMemcpyKind kind) {
    if (const cudaError_t error = enter_device_call()) return error;
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) {
        return refuse(cudaErrorInvalidMemcpyDirection, function,
                      std::to_string(static_cast<int>(kind)) + " is not a cudaMemcpyKind");
    }
    if (shape.width == 0 || shape.height == 0) return cudaSuccess;
    for (const std::size_t pitch : {shape.destination_pitch, shape.source_pitch}) {
        if (pitch < shape.width) return refuse_pitch(function, pitch, shape.width, shape.height);
        if (extent_overflows(pitch, shape.width, shape.height)) {
            return refuse(cudaErrorInvalidValue, function, "the copy is larger than memory");
        }
    }
    const bool to_device = kind == cudaMemcpyDefault
                               ? on_device(destination)
                               : kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const bool from_device = kind == cudaMemcpyDefault ? on_device(source)
                                                       : kind == cudaMemcpyDeviceToHost ||
                                                             kind == cudaMemcpyDeviceToDevice;
    const auto check = [&](bool device, Side side, const void* address, std::size_t pitch) {
        const std::size_t bytes = extent(pitch, shape.width, shape.height);
        return device ? check_not_of_kernel(function, side, address) &&
                            check_device_range(function, side, address, bytes)
                      : check_host_range(function, side, address, bytes);
    };
    if (!check(to_device, Side::destination, destination, shape.destination_pitch) ||
        !check(from_device, Side::source, source, shape.source_pitch)) {
        return cudaErrorInvalidValue;
    }
    watch::look_at_host_access(
        {function, watch::AccessKind::read, source, shape.source_pitch, shape.width, shape.height});
    watch::look_at_host_access({function, watch::AccessKind::write, destination,
                                shape.destination_pitch, shape.width, shape.height});
    const watch::DeviceAccess access;
    auto* to = static_cast<char*>(destination);
    const auto* from = static_cast<const char*>(source);
    for (std::size_t row = 0; row < shape.height; ++row) {
        std::memmove(to + row * shape.destination_pitch, from + row * shape.source_pitch,
                     shape.width);
        watch::device_copied(to + row * shape.destination_pitch, from + row * shape.source_pitch,
                             shape.width);
        if (from_device && !to_device) {
            watch::note_pointers_from_device(to + row * shape.destination_pitch, shape.width);
        }
    }
    return cudaSuccess;
}

cudaError_t checked_fill(const char* function, void* destination, int value, std::size_t pitch,
                         std::size_t width, std::size_t height) {
    if (const cudaError_t error = enter_device_call()) return error;
    if (width == 0 || height == 0) return cudaSuccess;
    if (pitch < width) return refuse_pitch(function, pitch, width, height);
    if (extent_overflows(pitch, width, height)) {
        return refuse(cudaErrorInvalidValue, function, "the region is larger than memory");
    }
    if (!check_not_of_kernel(function, Side::destination, destination)) {
        return cudaErrorInvalidValue;
    }
    const std::size_t bytes = extent(pitch, width, height);
    const bool of_host = find_memory(destination).place == MemoryPlace::page_locked;
    if (!(of_host ? check_host_range(function, Side::destination, destination, bytes)
                  : check_device_range(function, Side::destination, destination, bytes))) {
        return cudaErrorInvalidValue;
    }
    watch::look_at_host_access(
        {function, watch::AccessKind::write, destination, pitch, width, height});
    const watch::DeviceAccess access;
    for (std::size_t row = 0; row < height; ++row) {
        std::memset(static_cast<char*>(destination) + row * pitch, value, width);
        watch::host_wrote(static_cast<char*>(destination) + row * pitch, width);
    }
    return cudaSuccess;
}

}  // namespace workshop::emulator

using namespace workshop::emulator;

cudaError_t cudaMemcpy(void* destination, const void* source, std::size_t bytes,
                       cudaMemcpyKind kind) {
    note_wait("cudaMemcpy");
    return checked_copy("cudaMemcpy", destination, source, {bytes, 1, bytes, bytes}, kind);
}

cudaError_t cudaMemcpyAsync(void* destination, const void* source, std::size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream) {
    if (const cudaError_t error = check_stream("cudaMemcpyAsync", stream)) return error;
    note_work(stream, {destination, source});
    return checked_copy("cudaMemcpyAsync", destination, source, {bytes, 1, bytes, bytes}, kind);
}

cudaError_t cudaMemcpy2D(void* destination, std::size_t destination_pitch, const void* source,
                         std::size_t source_pitch, std::size_t width, std::size_t height,
                         cudaMemcpyKind kind) {
    note_wait("cudaMemcpy2D");
    return checked_copy("cudaMemcpy2D", destination, source,
                        {width, height, destination_pitch, source_pitch}, kind);
}

cudaError_t cudaMemcpy2DAsync(void* destination, std::size_t destination_pitch, const void* source,
                              std::size_t source_pitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
    if (const cudaError_t error = check_stream("cudaMemcpy2DAsync", stream)) return error;
    note_work(stream, {destination, source});
    return checked_copy("cudaMemcpy2DAsync", destination, source,
                        {width, height, destination_pitch, source_pitch}, kind);
}

cudaError_t cudaMemset(void* destination, int value, std::size_t bytes) {
    note_work(nullptr, {destination});
    return checked_fill("cudaMemset", destination, value, bytes, bytes, 1);
}

cudaError_t cudaMemsetAsync(void* destination, int value, std::size_t bytes, cudaStream_t stream) {
    if (const cudaError_t error = check_stream("cudaMemsetAsync", stream)) return error;
    note_work(stream, {destination});
    return checked_fill("cudaMemsetAsync", destination, value, bytes, bytes, 1);
}

cudaError_t cudaMemset2D(void* destination, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
    note_work(nullptr, {destination});
    return checked_fill("cudaMemset2D", destination, value, pitch, width, height);
}

cudaError_t cudaMemset2DAsync(void* destination, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream) {
    if (const cudaError_t error = check_stream("cudaMemset2DAsync", stream)) return error;
    note_work(stream, {destination});
    return checked_fill("cudaMemset2DAsync", destination, value, pitch, width, height);
}
