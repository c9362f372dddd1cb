// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Allocation: cudaMalloc and its kin.

#include <emulator/runtime_api.h>

#include <cstdlib>

#include "api_messages.hpp"
#include "arena.hpp"
#include "call_record.hpp"
#include "errors.hpp"
#include "pointers.hpp"
#include "streams.hpp"
#include "watch/host_guard.hpp"

using namespace workshop::emulator;

namespace {

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t pitch_alignment = 512;

cudaError_t allocate(const char* function, void** pointer, std::size_t bytes, bool managed,
                     bool in_stream_order = false) {
    if (pointer == nullptr) {
        return refuse(cudaErrorInvalidValue, function,
                      "the address to write the pointer to is null");
    }
    *pointer = nullptr;
    if (bytes == 0) return cudaSuccess;
    if (const cudaError_t error = enter_device_call()) return error;
    const watch::DeviceAccess access;
    *pointer = device_arena().allocate(bytes, managed, in_stream_order);
    return record_error(*pointer != nullptr ? cudaSuccess : cudaErrorMemoryAllocation);
}

cudaError_t release(const char* function, void* pointer) {
    if (const cudaError_t error = enter_device_call()) return error;
    const watch::DeviceAccess access;
    if (find_memory(pointer).place == MemoryPlace::device_heap) {
        const HeapPointer heap = heap_pointer(pointer);
        return refuse(cudaErrorInvalidValue, function,
                      "pointer " + address_text(pointer) + heap.what, heap.cause, heap.next);
    }
    if (pointer == nullptr || device_arena().release(pointer)) return cudaSuccess;
    const std::string who = "pointer " + address_text(pointer);
    if (device_arena().was_freed(pointer)) {
        return refuse(cudaErrorInvalidValue, function, who + " was freed before", "a double free");
    }
    const MemoryRange range = find_memory(pointer);
    if (device_arena().contains(pointer) && range.base != nullptr) {
        const auto offset = static_cast<char*>(pointer) - range.base;
        return refuse(cudaErrorInvalidValue, function,
                      who + " is " + std::to_string(offset) + " bytes into a block of " +
                          std::to_string(range.bytes) + " bytes, not its start",
                      "the pointer was advanced after cudaMalloc");
    }
    return refuse(cudaErrorInvalidValue, function, who + " was not allocated by cudaMalloc",
                  "a host pointer, or a pointer that was never set");
}

cudaError_t allocate_host(const char* function, void** pointer, std::size_t bytes,
                          unsigned int flags) {
    constexpr unsigned int known =
        cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined;
    if ((flags & ~known) != 0) {
        return refuse(cudaErrorInvalidValue, function, "unknown flags");
    }
    if (const cudaError_t error = enter_device_call()) return error;
    if (pointer == nullptr) {
        return refuse(cudaErrorInvalidValue, function,
                      "the address to write the pointer to is null");
    }
    *pointer = nullptr;
    if (bytes == 0) return cudaSuccess;
    if (bytes > static_cast<std::size_t>(-1) / 2) return record_error(cudaErrorMemoryAllocation);
    const std::size_t rounded = (bytes + page_bytes - 1) / page_bytes * page_bytes;
    *pointer = std::aligned_alloc(page_bytes, rounded);
    if (*pointer == nullptr) return record_error(cudaErrorMemoryAllocation);
    add_page_locked(*pointer, bytes, true);
    return cudaSuccess;
}

}  // namespace

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
    return allocate("cudaMalloc", pointer, bytes, false);
}

cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned int flags) {
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) {
        return refuse(cudaErrorInvalidValue, "cudaMallocManaged",
                      "flags are neither cudaMemAttachGlobal nor cudaMemAttachHost");
    }
    if (bytes == 0) {
        return refuse(cudaErrorInvalidValue, "cudaMallocManaged", "0 bytes of managed memory",
                      "a size that was never computed");
    }
    return allocate("cudaMallocManaged", pointer, bytes, true);
}

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height) {
    if (pitch == nullptr) {
        return refuse(cudaErrorInvalidValue, "cudaMallocPitch", "the address of the pitch is null");
    }
    if (width > static_cast<std::size_t>(-1) / 2) return record_error(cudaErrorMemoryAllocation);
    *pitch = (width + pitch_alignment - 1) / pitch_alignment * pitch_alignment;
    if (height != 0 && *pitch > static_cast<std::size_t>(-1) / height) {
        return record_error(cudaErrorMemoryAllocation);
    }
    return allocate("cudaMallocPitch", pointer, *pitch * height, false);
}

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
    if (const cudaError_t error = check_stream("cudaMallocAsync", stream)) return error;
    const cudaError_t error = allocate("cudaMallocAsync", pointer, bytes, false, true);
    if (error == cudaSuccess && *pointer != nullptr) note_allocated(stream, *pointer);
    return error;
}

cudaError_t cudaFree(void* pointer) {
    if (pointer != nullptr) {
        // For memory of cudaMallocAsync() it waits for nothing: the caller has to have waited.
        const auto block = device_arena().find(pointer);
        if (block && block->in_stream_order) {
            note_released_by_host(pointer);
        } else {
            note_wait("cudaFree");
        }
    }
    return release("cudaFree", pointer);
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
    if (const cudaError_t error = check_stream("cudaFreeAsync", stream)) return error;
    if (pointer == nullptr) {
        return refuse(cudaErrorInvalidValue, "cudaFreeAsync", "the pointer is null");
    }
    note_released(stream, pointer);
    return release("cudaFreeAsync", pointer);
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes, unsigned int flags) {
    return allocate_host("cudaMallocHost", pointer, bytes, flags);
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned int flags) {
    return allocate_host("cudaHostAlloc", pointer, bytes, flags);
}

cudaError_t cudaFreeHost(void* pointer) {
    if (const cudaError_t error = enter_device_call()) return error;
    if (pointer == nullptr) return cudaSuccess;
    note_wait("cudaFreeHost");  // as cudaFree: work that is under way may use the memory
    if (!remove_page_locked(pointer, true)) {
        return refuse(cudaErrorInvalidValue, "cudaFreeHost",
                      "pointer " + address_text(pointer) + " was not allocated by cudaMallocHost",
                      "a double free, or memory of cudaMalloc or malloc");
    }
    std::free(pointer);
    return cudaSuccess;
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned int) {
    if (const cudaError_t error = enter_device_call()) return error;
    if (pointer == nullptr || bytes == 0 || device_arena().contains(pointer)) {
        return refuse(cudaErrorInvalidValue, "cudaHostRegister",
                      "needs host memory and a size of at least 1 byte");
    }
    if (add_page_locked(pointer, bytes, false)) return cudaSuccess;
    return refuse(cudaErrorHostMemoryAlreadyRegistered, "cudaHostRegister",
                  "pointer " + address_text(pointer) + " is in memory that is page-locked already",
                  "registered twice, or memory of cudaMallocHost, which needs no call of this",
                  "call it once, and cudaHostUnregister before the next time");
}

cudaError_t cudaHostUnregister(void* pointer) {
    if (const cudaError_t error = enter_device_call()) return error;
    if (remove_page_locked(pointer, false)) return cudaSuccess;
    return refuse(cudaErrorHostMemoryNotRegistered, "cudaHostUnregister",
                  "no registered memory begins at " + address_text(pointer),
                  "unregistered twice, not the pointer that cudaHostRegister got, or memory of "
                  "cudaMallocHost, which cudaFreeHost frees");
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int) {
    if (const cudaError_t error = enter_device_call()) return error;
    if (device == nullptr || find_memory(host).place != MemoryPlace::page_locked) {
        return refuse(cudaErrorInvalidValue, "cudaHostGetDevicePointer",
                      "pointer " + address_text(host) + " is not page-locked host memory");
    }
    *device = host;
    return cudaSuccess;
}

cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes) {
    if (const cudaError_t error = enter_device_call()) return error;
    if (free_bytes != nullptr) *free_bytes = device_arena().free_bytes();
    if (total_bytes != nullptr) *total_bytes = device_arena().capacity();
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    if (const cudaError_t error = enter_device_call()) return error;
    if (attributes == nullptr) {
        return refuse(cudaErrorInvalidValue, "cudaPointerGetAttributes", "no place for the answer");
    }
    auto* address = const_cast<void*>(pointer);
    switch (find_memory(pointer).place) {
        case MemoryPlace::page_locked:
            *attributes = {cudaMemoryTypeHost, 0, address, address};
            break;
        case MemoryPlace::managed:
            *attributes = {cudaMemoryTypeManaged, 0, address, address};
            break;
        case MemoryPlace::device:
        case MemoryPlace::symbol:
            *attributes = {cudaMemoryTypeDevice, 0, address, nullptr};
            break;
        case MemoryPlace::host:
        case MemoryPlace::device_heap:
        case MemoryPlace::not_owned:
            *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, address};
            break;
    }
    return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, int device,
                                 cudaStream_t stream) {
    if (const cudaError_t error = enter_device_call()) return error;
    if (const cudaError_t error = check_stream("cudaMemPrefetchAsync", stream)) return error;
    const MemoryRange range = find_memory(pointer);
    if (range.place != MemoryPlace::managed || (device != 0 && device != cudaCpuDeviceId) ||
        bytes > range.bytes -
                    static_cast<std::size_t>(static_cast<const char*>(pointer) - range.base)) {
        return refuse(cudaErrorInvalidValue, "cudaMemPrefetchAsync",
                      "needs a range of managed memory, and device 0 or cudaCpuDeviceId");
    }
    return cudaSuccess;
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise, int device) {
    return cudaMemPrefetchAsync(pointer, bytes, device, nullptr);
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream) {
    const bool known =
        location.type == cudaMemLocationTypeDevice || location.type == cudaMemLocationTypeHost;
    if (!known || flags != 0) {
        return refuse(cudaErrorInvalidValue, "cudaMemPrefetchAsync",
                      "needs the host or a device as location, and 0 as flags");
    }
    const bool host = location.type == cudaMemLocationTypeHost;
    return cudaMemPrefetchAsync(pointer, bytes, host ? cudaCpuDeviceId : location.id, stream);
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise,
                          cudaMemLocation location) {
    return cudaMemPrefetchAsync(pointer, bytes, location, 0, nullptr);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* pointer, std::size_t bytes,
                                     unsigned int flags) {
    constexpr const char* function = "cudaStreamAttachMemAsync";
    if (const cudaError_t error = enter_device_call()) return error;
    if (const cudaError_t error = check_stream(function, stream)) return error;
    const MemoryRange range = find_memory(pointer);
    const bool whole =
        range.base == static_cast<const char*>(pointer) && (bytes == 0 || bytes == range.bytes);
    const bool known = flags == cudaMemAttachGlobal || flags == cudaMemAttachHost ||
                       (flags == cudaMemAttachSingle && stream != nullptr);
    if (range.place != MemoryPlace::managed || !whole || !known) {
        return refuse(cudaErrorInvalidValue, function,
                      "needs the start of managed memory, 0 or all of its bytes, and one of the "
                      "flags cudaMemAttachGlobal, Host, or Single with a stream of its own");
    }
    return cudaSuccess;
}
