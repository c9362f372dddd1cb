// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "call_record.hpp"

#include <emulator/call_record.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
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
    all.record.steps.push_back(std::move(step));
}

/// Appends the allocation around an address, when there is one.
void add_memory(Step& step, const void* address) {
    if (const auto block = device_arena().find(address)) step.memory.push_back(block->base);
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

/// Which steps are done before another begins.
class Order {
  public:
    explicit Order(const std::vector<Step>& steps) {
        std::map<cudaStream_t, Clock> now;
        std::map<cudaEvent_t, Clock> recorded;
        for (const Step& step : steps) {
            const cudaStream_t stream = plain(step.stream);
            Clock& clock = now[stream];
            if (step.kind == Step::Kind::wait) join(clock, recorded[step.event]);
            before_.push_back(clock);
            places_.push_back({stream, ++clock[stream]});
            if (step.kind == Step::Kind::record) recorded[step.event] = clock;
        }
    }

    /// Whether step `first` is done before step `second` begins.
    bool is_before(std::size_t first, std::size_t second) const {
        const auto count = before_[second].find(places_[first].first);
        return count != before_[second].end() && count->second >= places_[first].second;
    }

  private:
    using Clock = std::map<cudaStream_t, std::size_t>;  // how many steps of each stream are done

    static void join(Clock& clock, const Clock& other) {
        for (const auto& [stream, count] : other)
            clock[stream] = std::max(clock[stream], count);
    }

    std::vector<Clock> before_;                                 // of each step
    std::vector<std::pair<cudaStream_t, std::size_t>> places_;  // stream, and number in it from 1
};

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

void note_kernel(cudaStream_t stream, const void* closure, std::size_t bytes) {
    if (!recording) return;
    Step step{Step::Kind::work, stream, nullptr};
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

bool CallRecord::memory_is_in_order() const {
    const Order order(steps);
    // Of each block, what has to be over before the next step may use it, and who has used it.
    std::map<const void*, std::size_t> allocated;
    std::map<const void*, std::vector<std::size_t>> users;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Step& step = steps[i];
        for (const void* block : step.memory) {
            if (step.kind == Step::Kind::allocate) {
                allocated[block] = i;
                users[block].clear();
                continue;
            }
            const auto taken = allocated.find(block);
            if (taken != allocated.end() && !order.is_before(taken->second, i)) return false;
            if (step.kind == Step::Kind::work) users[block].push_back(i);
            if (step.kind != Step::Kind::release) continue;
            for (const std::size_t user : users[block]) {
                if (!order.is_before(user, i)) return false;
            }
        }
    }
    return true;
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
