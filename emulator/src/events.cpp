// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Events. Work on the CPU device is done when its call returns, so an event is complete as soon as
// it is recorded, and its time is the time of the host.

#include <emulator/runtime_api.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "api_messages.hpp"
#include "call_record.hpp"
#include "errors.hpp"
#include "retired_handles.hpp"
#include "streams.hpp"

struct CUevent_st {
    unsigned int flags = 0;
    bool recorded = false;
    std::chrono::steady_clock::time_point time;
};

namespace workshop::emulator {
namespace {

struct Events {
    std::mutex mutex;
    std::vector<std::unique_ptr<CUevent_st>> live;
    RetiredHandles<CUevent_st> destroyed;
};

Events& events() {
    static Events& all = *new Events;  // used by static objects at exit
    return all;
}

auto find(Events& all, cudaEvent_t event) {
    return std::find_if(all.live.begin(), all.live.end(),
                        [&](const auto& candidate) { return candidate.get() == event; });
}

cudaError_t check_event(const char* function, cudaEvent_t event) {
    Events& all = events();
    const std::lock_guard lock(all.mutex);
    if (event != nullptr && find(all, event) != all.live.end()) return cudaSuccess;
    return refuse(cudaErrorInvalidResourceHandle, function,
                  "event " + address_text(event) + " does not exist",
                  "an event that was destroyed, or never created");
}

cudaError_t enter(const char* function, cudaEvent_t event) {
    if (const cudaError_t error = enter_device_call()) return error;
    return check_event(function, event);
}

}  // namespace

std::size_t live_events() {
    Events& all = events();
    const std::lock_guard lock(all.mutex);
    return all.live.size();
}

void destroy_all_events() {
    Events& all = events();
    const std::lock_guard lock(all.mutex);
    for (auto& one : all.live)
        all.destroyed.keep(std::move(one));
    all.live.clear();
}

}  // namespace workshop::emulator

using namespace workshop::emulator;

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
    if (const cudaError_t error = enter_device_call()) return error;
    constexpr unsigned int known =
        cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
    if (event == nullptr || (flags & ~known) != 0) {
        return refuse(cudaErrorInvalidValue, "cudaEventCreate",
                      "needs a place for the handle, and known flags");
    }
    if ((flags & cudaEventInterprocess) != 0) {
        return refuse(
            cudaErrorNotSupported, "cudaEventCreateWithFlags",
            "cudaEventInterprocess: sharing between processes (CUDA IPC) is not supported "
            "by the CPU device");
    }
    Events& all = events();
    const std::lock_guard lock(all.mutex);
    all.live.push_back(std::make_unique<CUevent_st>());
    all.live.back()->flags = flags;
    *event = all.live.back().get();
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    if (const cudaError_t error = enter("cudaEventDestroy", event)) return error;
    Events& all = events();
    const std::lock_guard lock(all.mutex);
    if (const auto found = find(all, event); found != all.live.end()) {
        all.destroyed.keep(std::move(*found));
        all.live.erase(found);
    }
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    if (const cudaError_t error = enter("cudaEventRecord", event)) return error;
    if (const cudaError_t error = check_stream("cudaEventRecord", stream)) return error;
    note_event_recorded(stream, event);
    event->recorded = true;
    event->time = std::chrono::steady_clock::now();
    return cudaSuccess;
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int flags) {
    if (flags != cudaEventRecordDefault && flags != cudaEventRecordExternal) {
        return refuse(cudaErrorInvalidValue, "cudaEventRecordWithFlags", "unknown flags");
    }
    return cudaEventRecord(event, stream);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    note_wait("cudaEventSynchronize");
    return enter("cudaEventSynchronize", event);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    if (const cudaError_t error = enter("cudaEventQuery", event)) return error;
    const bool not_ready = event->recorded && say_not_ready("cudaEventQuery", event);
    return record_error(not_ready ? cudaErrorNotReady : cudaSuccess);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
    if (const cudaError_t error = enter("cudaStreamWaitEvent", event)) return error;
    if (const cudaError_t error = check_stream("cudaStreamWaitEvent", stream)) return error;
    if (flags != cudaEventWaitDefault && flags != cudaEventWaitExternal) {
        return refuse(cudaErrorInvalidValue, "cudaStreamWaitEvent", "unknown flags");
    }
    note_event_waited_for(stream, event);
    return cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
    if (const cudaError_t error = enter("cudaEventElapsedTime", start)) return error;
    if (const cudaError_t error = check_event("cudaEventElapsedTime", stop)) return error;
    if (milliseconds == nullptr) {
        return refuse(cudaErrorInvalidValue, "cudaEventElapsedTime", "no place for the answer");
    }
    for (const cudaEvent_t event : {start, stop}) {
        if ((event->flags & cudaEventDisableTiming) != 0) {
            return refuse(cudaErrorInvalidResourceHandle, "cudaEventElapsedTime",
                          "an event was created with cudaEventDisableTiming");
        }
        if (!event->recorded) {
            return refuse(cudaErrorInvalidResourceHandle, "cudaEventElapsedTime",
                          "an event was not recorded", "a missing cudaEventRecord");
        }
    }
    *milliseconds = std::chrono::duration<float, std::milli>(stop->time - start->time).count();
    return cudaSuccess;
}
