// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "call_record.hpp"

#include <emulator/call_record.h>

#include <atomic>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "arena.hpp"
#include "pointers.hpp"
#include "streams.hpp"

namespace workshop::emulator {
namespace {

using Step = CallRecord::Step;

std::atomic<bool> recording{false};

struct Recorder {
    std::mutex mutex;
    CallRecord record;
    std::map<const void*, int> asked;  ///< how often, by the handle of a stream or event
};

/// Who asks more often than this waits. Once may be a question; twice, one with a second thought.
constexpr int most_questions = 2;

Recorder& recorder() {
    static Recorder& all = *new Recorder;
    return all;
}

void note(Step step) {
    if (!recording) return;
    Recorder& all = recorder();
    const std::lock_guard lock(all.mutex);
    step.waits_before = all.record.waits.size();
    all.record.steps.push_back(std::move(step));
}

/// Appends the allocation around an address, when there is one.
void add_memory(Step& step, const void* address) {
    if (const auto block = device_arena().find(address)) step.memory.push_back(block->base);
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

void note_work(cudaStream_t stream, std::initializer_list<const void*> uses) {
    if (!recording) return;
    Step step{Step::Kind::work, stream, nullptr};
    for (const void* address : uses)
        add_memory(step, address);
    note(std::move(step));
}

void note_kernel(cudaStream_t stream, const void* closure, std::size_t bytes,
                 unsigned threads_of_block) {
    if (!recording) return;
    Step step{Step::Kind::work, stream, nullptr};
    step.threads_of_block = threads_of_block;
    // Pointers among the arguments, also in structures: whatever looks like one.
    for (std::size_t at = 0; at + sizeof(void*) <= bytes; at += sizeof(void*)) {
        const void* value = nullptr;
        std::memcpy(&value, static_cast<const char*>(closure) + at, sizeof value);
        add_memory(step, value);
    }
    note(std::move(step));
}

void note_allocated(cudaStream_t stream, const void* memory) {
    note({Step::Kind::allocate, stream, nullptr, {memory}});
}

void note_released(cudaStream_t stream, const void* memory) {
    note({Step::Kind::release, stream, nullptr, {memory}});
}

void note_released_by_host(const void* memory) {
    note({Step::Kind::release_by_host, nullptr, nullptr, {memory}});
}

void note_event_recorded(cudaStream_t stream, cudaEvent_t event) {
    note({Step::Kind::record, stream, event});
}

void note_event_waited_for(cudaStream_t stream, cudaEvent_t event) {
    note({Step::Kind::wait, stream, event});
}

bool say_not_ready(const char* function, const void* handle) {
    if (!recording) return false;
    Recorder& all = recorder();
    const std::lock_guard lock(all.mutex);
    if (++all.asked[handle] <= most_questions) return true;
    if (all.asked[handle] == most_questions + 1) all.record.waits.emplace_back(function);
    return false;
}

LiveObjects live_objects() {
    return {device_arena().live_blocks().size(), live_streams(), live_events(),
            page_locked_blocks()};
}

void start_call_record() {
    Recorder& all = recorder();
    const std::lock_guard lock(all.mutex);
    all.record = CallRecord();
    all.asked.clear();
    recording = true;
}

CallRecord stop_call_record() {
    recording = false;
    Recorder& all = recorder();
    const std::lock_guard lock(all.mutex);
    return std::exchange(all.record, CallRecord());
}

}  // namespace workshop::emulator
