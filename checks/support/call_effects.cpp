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

std::string left_behind(const std::string& things, std::size_t before, std::size_t after) {
    if (after <= before) return {};
    const std::size_t count = after - before;
    return "The call left " + std::to_string(count) + ' ' + things + (count == 1 ? "" : "s") +
           " behind.";
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
    const emulator::LiveObjects before = emulator::live_objects();
    emulator::start_call_record();
    {
        const WatchedHostCopies copies;
        *returned = call();
    }
    const emulator::CallRecord record = emulator::stop_call_record();
    const emulator::LiveObjects after = emulator::live_objects();
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
    for (const std::string& text :
         {left_behind("allocation", before.allocations, after.allocations),
          left_behind("stream", before.streams, after.streams),
          left_behind("event", before.events, after.events),
          left_behind("page-locked block", before.page_locked, after.page_locked)}) {
        if (text.empty()) continue;
        return {text,
                "Something is created in each call and never given back. A program that calls the "
                "function often runs out of memory."};
    }
    return {};
}

bool refuses_a_launch(const std::function<cudaError_t()>& call, cudaError_t* returned) {
    emulator::start_call_record();
    *returned = call();
    return emulator::stop_call_record().refused_launches > 0;
}

#else

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

#endif

}  // namespace workshop::checks
