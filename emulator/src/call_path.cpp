// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "call_path.hpp"

#include <cstdint>

#include "profile/source_lines.hpp"
#include "program_code.hpp"
#include "watch/located_findings.hpp"

namespace workshop::emulator {
namespace {

using profile::SourcePlace;

/// The lines of all calls of a path in the person's own source, inlined ones too, innermost first.
std::vector<std::string> lines_of(const CallPath& path) {
    std::vector<std::string> lines;
    for (unsigned i = 0; i < path.count; ++i) {
        // The call is before the address to which it returns.
        const auto address = reinterpret_cast<std::uintptr_t>(path.calls[i]) - 1;
        for (const SourcePlace& place : profile::inlined_lines(address))
            lines.push_back(watch::text_of(place));
    }
    return lines;
}

}  // namespace

CallPath call_path(const void* frame, const void* end) {
    CallPath path;
#if defined(__x86_64__) || defined(__aarch64__)
    // A frame begins with the address of the caller's frame; the address to return to follows.
    auto at = reinterpret_cast<std::uintptr_t>(frame);
    const auto last = reinterpret_cast<std::uintptr_t>(end) - 2 * sizeof(void*);
    while (path.count < CallPath::most && at <= last && at % sizeof(void*) == 0) {
        const auto* words = reinterpret_cast<const std::uintptr_t*>(at);
        const void* call = reinterpret_cast<const void*>(words[1]);
        // Back in the CPU device, which started the kernel. It keeps no chain.
        if (call == nullptr || !is_program_code(call)) break;
        path.calls[path.count++] = call;
        if (words[0] <= at) break;
        at = words[0];
    }
#else
    (void)frame;
    (void)end;
#endif
    return path;
}

bool has_call_path(const void* frame, const void* end, const CallPath& path) {
    auto at = reinterpret_cast<std::uintptr_t>(frame);
    const auto last = reinterpret_cast<std::uintptr_t>(end) - 2 * sizeof(void*);
    unsigned same = 0;
    while (same < path.count && at <= last && at % sizeof(void*) == 0) {
        const auto* words = reinterpret_cast<const std::uintptr_t*>(at);
        if (reinterpret_cast<const void*>(words[1]) != path.calls[same]) return false;
        ++same;
        if (words[0] <= at) break;
        at = words[0];
    }
    // The outermost call is the launch, which is the same for all threads.
    return same == path.count;
}

std::vector<std::string> path_notes(const CallPath& here, const CallPath& others) {
    const std::vector<std::string> mine = lines_of(here);
    const std::vector<std::string> theirs = lines_of(others);
    for (std::size_t i = 0; i < mine.size() && i < theirs.size(); ++i) {
        if (mine[i] == theirs[i]) continue;
        return {"the line is the same, but not the call that led to it: here it was called from " +
                mine[i] + ", by the others from " + theirs[i]};
    }
    return {
        "the line is the same, but it holds more than one barrier or call of a function with one"};
}

}  // namespace workshop::emulator
