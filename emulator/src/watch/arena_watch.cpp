// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "arena_watch.hpp"

#include <algorithm>

#include "../arena.hpp"
#include "../diagnostics.hpp"
#include "hot.hpp"
#include "lifecycle.hpp"
#include "settings.hpp"

namespace workshop::emulator::watch {
namespace {

constexpr std::size_t cells_worth_dropping = 64 * 1024;

std::uintptr_t number(const void* address) {
    return reinterpret_cast<std::uintptr_t>(address);
}

bool in_arena(const void* address) {
    return number(address) - hot.global.begin < hot.global.bytes;
}

/// Once: device memory behind the part that has cells is in use.
void warn_of_uncovered(std::size_t end) {
    static bool warned = false;
    if (warned || !checkers().racecheck || end <= hot.global.raced_bytes) return;
    warned = true;
    Diagnostic diagnostic;
    diagnostic.severity = Diagnostic::Severity::warning;
    diagnostic.what = "racecheck looks at the first " +
                      std::to_string(hot.global.raced_bytes >> 20) +
                      " MiB of device memory only, and the program uses more";
    diagnostic.next =
        "for a complete check use smaller inputs, or set WORKSHOP_WATCH_MEMORY_MB: each MiB that "
        "is looked at can take 4 to 50 MiB of the machine's memory";
    report(diagnostic);
}

}  // namespace

void allocated(const void* base, std::size_t bytes, bool managed) {
    if (!watching()) return;
    if (hot.global.bytes == 0) {
        open_region(hot.global, number(device_arena().start()), device_arena().capacity(),
                    Space::global, true, checkers().racecheck ? raced_bytes() : 0);
        // A kernel can make the first allocation. A record of nobody has the stamp 0.
        hot.global.first = std::max<std::uint64_t>(hot.launch_first, 1);
        if (hot.active) open_windows();
    }
    warn_of_uncovered(number(base) - hot.global.begin + bytes);
    set_state(hot.global, number(base), bytes,
              managed ? RangeState::initialised : RangeState::usable);
}

void released(const void* base, std::size_t reserved) {
    if (!in_arena(base)) return;
    set_state(hot.global, number(base), reserved, RangeState::unusable);
    if (reserved >= cells_worth_dropping) {
        drop_cells(hot.global, number(base), reserved);
    } else if (hot.active) {
        // A kernel that frees goes on: reads that were right until now are looked at anew. And who
        // gets the memory next does not race with those who had it.
        forget_records(hot.global, number(base), reserved);
    }
}

void host_wrote(const void* to, std::size_t bytes) {
    if (in_arena(to)) set_state(hot.global, number(to), bytes, RangeState::initialised);
}

void device_copied(const void* to, const void* from, std::size_t bytes) {
    if (!in_arena(to) || hot.global.state == nullptr) return;
    if (!in_arena(from)) {
        host_wrote(to, bytes);
        return;
    }
    copy_state(hot.global, number(to), number(from), bytes);
}

bool was_freed(std::uintptr_t address) {
    return device_arena().freed_block(reinterpret_cast<const void*>(address)).has_value();
}

std::size_t quarantine_bytes() {
    constexpr std::size_t most = std::size_t{64} << 20;
    return watching() ? most : 0;
}

}  // namespace workshop::emulator::watch
