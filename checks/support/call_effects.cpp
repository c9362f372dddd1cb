// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "call_effects.hpp"

#ifdef WORKSHOP_BACKEND_EMULATOR
#include <emulator/call_record.h>
#include <emulator/enclosed_matrix.h>
#endif

namespace workshop::checks {

#ifdef WORKSHOP_BACKEND_EMULATOR

namespace {

using ObjectCounts = std::array<std::size_t, 4>;

ObjectCounts object_counts() {
    const emulator::LiveObjects now = emulator::live_objects();
    return {now.allocations, now.streams, now.events, now.page_locked};
}

/// What the function whose checks are running keeps, as far as earlier checks have noted it.
struct Noted {
    std::string function;
    ObjectCounts at_first{};
    ObjectCounts kept{};
};

Noted& noted() {
    static Noted one;
    return one;
}

/// "The call left 2 events behind.", of the first kind that there is more of; or empty
std::string left_behind(const std::string& who, const ObjectCounts& before) {
    constexpr std::array<const char*, 4> kThings = {"allocation", "stream", "event",
                                                    "page-locked block"};
    const ObjectCounts after = object_counts();
    for (std::size_t kind = 0; kind < kThings.size(); ++kind) {
        if (after[kind] <= before[kind]) continue;
        const std::size_t count = after[kind] - before[kind];
        return who + " left " + std::to_string(count) + ' ' + kThings[kind] +
               (count == 1 ? "" : "s") + " behind.";
    }
    return {};
}

}  // namespace

WatchedHostCopies::WatchedHostCopies() {
    emulator::watch_host_copies(true);
}

WatchedHostCopies::~WatchedHostCopies() {
    emulator::watch_host_copies(false);
}

CallProblem watch_call(const std::function<cudaError_t()>& call, cudaStream_t stream,
                       cudaError_t* returned) {
    const ObjectCounts before = object_counts();
    emulator::start_call_record();
    {
        const WatchedHostCopies copies;
        *returned = call();
    }
    const emulator::CallRecord record = emulator::stop_call_record();
    const std::string left = left_behind("The call", before);
    if (!record.belongs_to(stream)) {
        return {
            "A part of the work is not in the order of the stream: it does not begin after "
            "what was there before, or what comes next does not wait for it.",
            "A launch on another stream, without an event that joins it to the caller's "
            "stream. Pass the stream: kernel<<<blocks, threads, shared bytes, stream>>>."};
    }
    if (!record.waits.empty()) {
        return {"The function waited for the device: it called " + record.waits.front() + "().",
                "The caller decides when to wait, and may have other work to do meanwhile. Launch, "
                "and return."};
    }
    if (!record.memory_is_in_order()) {
        return {
            "Memory is taken or given back in another stream than the one that uses it: it may not "
            "be there yet, or may be given to somebody else too early.",
            "cudaMallocAsync and cudaFreeAsync take the stream that the kernel gets as well."};
    }
    if (!left.empty()) {
        return {left,
                "Something is created in each call and never given back. A program that calls the "
                "function often runs out of memory."};
    }
    return {};
}

void note_objects_before_check(const std::string& function) {
    Noted& note = noted();
    const ObjectCounts now = object_counts();
    if (note.function != function) note = {function, now, {}};
    for (std::size_t kind = 0; kind < now.size(); ++kind) {
        note.kept[kind] = now[kind] > note.at_first[kind] ? now[kind] - note.at_first[kind] : 0;
    }
}

ObjectsBeforeFirstCall::ObjectsBeforeFirstCall() : counts_(object_counts()) {
    for (std::size_t kind = 0; kind < counts_.size(); ++kind)
        counts_[kind] -= noted().kept[kind];
}

CallProblem ObjectsBeforeFirstCall::kept() const {
    const std::string left = left_behind("The first call", counts_);
    if (left.empty()) return {};
    return {left,
            "Something is made once and kept for later calls, such as memory in a static variable. "
            "Calls in two streams would share it, and nobody gives it back."};
}

bool refuses_a_launch(const std::function<cudaError_t()>& call, cudaError_t* returned) {
    emulator::start_call_record();
    *returned = call();
    return emulator::stop_call_record().refused_launches > 0;
}

std::vector<int> launched_block_sizes(const std::function<cudaError_t()>& call) {
    emulator::start_call_record();
    (void)call();
    std::vector<int> sizes;
    for (const auto& step : emulator::stop_call_record().steps) {
        if (step.threads_of_block > 0) sizes.push_back(static_cast<int>(step.threads_of_block));
    }
    return sizes;
}

#else

void note_objects_before_check(const std::string&) {}

ObjectsBeforeFirstCall::ObjectsBeforeFirstCall() = default;

CallProblem ObjectsBeforeFirstCall::kept() const {
    return {};
}

WatchedHostCopies::WatchedHostCopies() = default;
WatchedHostCopies::~WatchedHostCopies() = default;

CallProblem watch_call(const std::function<cudaError_t()>& call, cudaStream_t,
                       cudaError_t* returned) {
    *returned = call();
    return {};
}

bool refuses_a_launch(const std::function<cudaError_t()>& call, cudaError_t* returned) {
    *returned = call();
    return false;
}

std::vector<int> launched_block_sizes(const std::function<cudaError_t()>& call) {
    (void)call();
    return {};
}

#endif

}  // namespace workshop::checks
