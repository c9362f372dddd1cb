// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "streams.hpp"

#include <emulator/runtime_api.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "api_messages.hpp"
#include "call_record.hpp"
#include "errors.hpp"
#include "retired_handles.hpp"

struct CUstream_st {
    unsigned int flags;
    int priority;
    cudaAccessPolicyWindow window;
};

namespace workshop::emulator {
namespace {

constexpr int least_priority = 0;
constexpr int greatest_priority = -5;

struct Streams {
    std::mutex mutex;
    std::vector<std::unique_ptr<CUstream_st>> live;
    RetiredHandles<CUstream_st> destroyed;
};

Streams& streams() {
    static Streams& all = *new Streams;  // used by static objects at exit
    return all;
}

bool is_default(cudaStream_t stream) {
    return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

auto find(Streams& all, cudaStream_t stream) {
    return std::find_if(all.live.begin(), all.live.end(),
                        [&](const auto& candidate) { return candidate.get() == stream; });
}

/// What most functions about one stream do first.
cudaError_t enter(const char* function, cudaStream_t stream) {
    if (const cudaError_t error = enter_device_call()) return error;
    return check_stream(function, stream);
}

}  // namespace

cudaError_t check_stream(const char* function, cudaStream_t stream) {
    if (is_default(stream)) return cudaSuccess;
    Streams& all = streams();
    const std::lock_guard lock(all.mutex);
    if (find(all, stream) != all.live.end()) return cudaSuccess;
    return refuse(cudaErrorInvalidResourceHandle, function,
                  "stream " + address_text(stream) + " does not exist",
                  "a stream that was destroyed, or never created");
}

std::size_t live_streams() {
    Streams& all = streams();
    const std::lock_guard lock(all.mutex);
    return all.live.size();
}

void destroy_all_streams() {
    Streams& all = streams();
    const std::lock_guard lock(all.mutex);
    for (auto& one : all.live)
        all.destroyed.keep(std::move(one));
    all.live.clear();
}

}  // namespace workshop::emulator

using namespace workshop::emulator;

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
    if (const cudaError_t error = enter_device_call()) return error;
    if (stream == nullptr || (flags & ~cudaStreamNonBlocking) != 0) {
        return refuse(
            cudaErrorInvalidValue, "cudaStreamCreate",
            "needs a place for the handle, and cudaStreamDefault or cudaStreamNonBlocking");
    }
    Streams& all = streams();
    const std::lock_guard lock(all.mutex);
    const int allowed = std::clamp(priority, greatest_priority, least_priority);
    all.live.push_back(std::make_unique<CUstream_st>(CUstream_st{flags, allowed, {}}));
    *stream = all.live.back().get();
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
    return cudaStreamCreateWithPriority(stream, cudaStreamDefault, least_priority);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
    return cudaStreamCreateWithPriority(stream, flags, least_priority);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    if (const cudaError_t error = enter("cudaStreamDestroy", stream)) return error;
    if (is_default(stream)) {
        return refuse(cudaErrorInvalidResourceHandle, "cudaStreamDestroy",
                      "the default stream cannot be destroyed");
    }
    Streams& all = streams();
    const std::lock_guard lock(all.mutex);
    if (const auto found = find(all, stream); found != all.live.end()) {
        all.destroyed.keep(std::move(*found));
        all.live.erase(found);
    }
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    note_wait("cudaStreamSynchronize");
    return enter("cudaStreamSynchronize", stream);
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
    if (const cudaError_t error = enter("cudaStreamQuery", stream)) return error;
    return record_error(say_not_ready("cudaStreamQuery", stream) ? cudaErrorNotReady : cudaSuccess);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
    if (const cudaError_t error = enter("cudaStreamGetFlags", stream)) return error;
    if (flags == nullptr) {
        return refuse(cudaErrorInvalidValue, "cudaStreamGetFlags", "no place for the answer");
    }
    *flags = is_default(stream) ? cudaStreamDefault : stream->flags;
    return cudaSuccess;
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
    if (const cudaError_t error = enter("cudaStreamGetPriority", stream)) return error;
    if (priority == nullptr) {
        return refuse(cudaErrorInvalidValue, "cudaStreamGetPriority", "no place for the answer");
    }
    *priority = is_default(stream) ? least_priority : stream->priority;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
    if (const cudaError_t error = enter_device_call()) return error;
    if (least != nullptr) *least = least_priority;
    if (greatest != nullptr) *greatest = greatest_priority;
    return cudaSuccess;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
    if (const cudaError_t error = enter("cudaLaunchHostFunc", stream)) return error;
    if (function == nullptr) {
        return refuse(cudaErrorInvalidValue, "cudaLaunchHostFunc", "the function is null");
    }
    note_work(stream);
    const HostFunctionScope scope;
    function(data);
    return cudaSuccess;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned int flags) {
    if (const cudaError_t error = enter("cudaStreamAddCallback", stream)) return error;
    if (callback == nullptr || flags != 0) {
        return refuse(cudaErrorInvalidValue, "cudaStreamAddCallback",
                      "needs a function, and 0 as flags");
    }
    note_work(stream);
    const HostFunctionScope scope;
    callback(stream, cudaSuccess, data);
    return cudaSuccess;
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue* value) {
    if (const cudaError_t error = enter("cudaStreamSetAttribute", stream)) return error;
    const bool window = attribute == cudaStreamAttributeAccessPolicyWindow;
    if (value == nullptr || (!window && attribute != cudaStreamAttributePriority)) {
        return refuse(cudaErrorInvalidValue, "cudaStreamSetAttribute",
                      "needs a value, and the access policy window or the priority as attribute");
    }
    if (is_default(stream)) return cudaSuccess;
    if (window) {
        stream->window = value->accessPolicyWindow;
    } else {
        stream->priority = std::clamp(value->priority, greatest_priority, least_priority);
    }
    return cudaSuccess;
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute,
                                   cudaStreamAttrValue* value) {
    if (const cudaError_t error = enter("cudaStreamGetAttribute", stream)) return error;
    const bool window = attribute == cudaStreamAttributeAccessPolicyWindow;
    if (value == nullptr || (!window && attribute != cudaStreamAttributePriority)) {
        return refuse(cudaErrorInvalidValue, "cudaStreamGetAttribute",
                      "needs a place for the answer, and the access policy window or the priority "
                      "as attribute");
    }
    if (window) {
        value->accessPolicyWindow = is_default(stream) ? cudaAccessPolicyWindow{} : stream->window;
    } else {
        value->priority = is_default(stream) ? least_priority : stream->priority;
    }
    return cudaSuccess;
}

cudaError_t cudaCtxResetPersistingL2Cache() {
    return enter_device_call();
}
