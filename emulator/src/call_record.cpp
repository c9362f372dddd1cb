// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "call_record.hpp"

#include <emulator/call_record.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "arena.hpp"
#include "streams.hpp"

namespace workshop::emulator {
namespace {

using Step = CallRecord::Step;

std::atomic<bool> recording{false};

struct Recorder {
    std::mutex mutex;
    CallRecord record;
};

Recorder& recorder() {
    static Recorder& all = *new Recorder;
    return all;
}

void note(Step::Kind kind, cudaStream_t stream, cudaEvent_t event) {
    if (!recording) return;
    Recorder& all = recorder();
    const std::lock_guard lock(all.mutex);
    all.record.steps.push_back({kind, stream, event});
}

cudaStream_t plain(cudaStream_t stream) {
    return stream == cudaStreamLegacy ? nullptr : stream;
}

/// The steps with an event of its own for each record: an event that is recorded again is another
/// one from there on, and a wait is for the record before it.
std::vector<Step> with_single_records(const std::vector<Step>& steps) {
    std::map<cudaEvent_t, std::uintptr_t> latest;
    std::uintptr_t count = 0;
    std::vector<Step> result;
    for (Step step : steps) {
        if (step.kind == Step::Kind::record) latest[step.event] = ++count;
        // Numbers in place of the handles. 0: recorded before the call.
        if (step.kind != Step::Kind::work)
            step.event = reinterpret_cast<cudaEvent_t>(latest[step.event]);
        result.push_back(step);
    }
    return result;
}

/// The streams whose work so far is ordered behind what is known, as the steps go.
/// @param[in] steps    in order, or the other way round to follow the order backwards
/// @param[in] gives    which kind of step hands the order to an event
/// @param[in] takes    which kind takes it from an event
bool all_work_is_ordered(const std::vector<Step>& steps, cudaStream_t stream, Step::Kind gives,
                         Step::Kind takes) {
    std::set<cudaStream_t> streams{plain(stream)};
    std::set<cudaEvent_t> events;
    for (const Step& step : steps) {
        const bool ordered = streams.count(plain(step.stream)) > 0;
        if (step.kind == Step::Kind::work && !ordered) return false;
        if (step.kind == gives && ordered) events.insert(step.event);
        if (step.kind == takes && events.count(step.event) > 0) streams.insert(plain(step.stream));
    }
    return true;
}

}  // namespace

void note_wait(const char* function) {
    if (!recording) return;
    Recorder& all = recorder();
    const std::lock_guard lock(all.mutex);
    all.record.waits.emplace_back(function);
}

void note_refused_launch() {
    if (!recording) return;
    Recorder& all = recorder();
    const std::lock_guard lock(all.mutex);
    ++all.record.refused_launches;
}

void note_work(cudaStream_t stream) {
    note(Step::Kind::work, stream, nullptr);
}

void note_event_recorded(cudaStream_t stream, cudaEvent_t event) {
    note(Step::Kind::record, stream, event);
}

void note_event_waited_for(cudaStream_t stream, cudaEvent_t event) {
    note(Step::Kind::wait, stream, event);
}

LiveObjects live_objects() {
    return {device_arena().live_blocks().size(), live_streams(), live_events()};
}

bool CallRecord::belongs_to(cudaStream_t stream) const {
    const std::vector<Step> forwards = with_single_records(steps);
    const std::vector<Step> backwards(forwards.rbegin(), forwards.rend());
    return all_work_is_ordered(forwards, stream, Step::Kind::record, Step::Kind::wait) &&
           all_work_is_ordered(backwards, stream, Step::Kind::wait, Step::Kind::record);
}

void start_call_record() {
    Recorder& all = recorder();
    const std::lock_guard lock(all.mutex);
    all.record = CallRecord();
    recording = true;
}

CallRecord stop_call_record() {
    recording = false;
    Recorder& all = recorder();
    const std::lock_guard lock(all.mutex);
    return std::exchange(all.record, CallRecord());
}

}  // namespace workshop::emulator
