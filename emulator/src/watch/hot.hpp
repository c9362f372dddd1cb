// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What every hook looks at. Kept together, because it is read some hundred million times a
///        second.

#include <cstddef>
#include <cstdint>

#include "events.hpp"
#include "records.hpp"
#include "regions.hpp"

namespace workshop::emulator::watch {

constexpr unsigned site_count = 8192;

struct Hot {
    bool active = false;          ///< a launch of a watched program runs
    bool kernel_watched = false;  ///< it has called a hook
    bool open_writes = false;     ///< settle_writes() has something to do
    EventSink* sink = nullptr;
    Record me = 0;                     ///< of the current thread, without site and flags
    std::uint64_t key = 0;             ///< key_of(me)
    Record read_by_several_warps = 0;  ///< what every_warp_bits of a read are then
    Record read_by_this_warp = 0;      ///< what one_warp_bits are when several lanes have read
    std::uint64_t stamp = 0;
    std::uint64_t block_first = 0;   ///< stamp with which the current block began
    std::uint64_t launch_first = 0;  ///< stamp since which blocks of the grid are not ordered
    Region global;
    Region static_shared;
    Region dynamic_shared;
    Region symbols;
    const void* sites[site_count] = {};
    std::uint16_t warp_events[32] = {};
};
__attribute__((visibility("hidden"))) extern Hot hot;

/// @brief What the hooks do on the calling OS thread. `__thread`: no initialisation to look after.
enum class HookMode : unsigned char { off, check, check_and_deliver };
__attribute__((visibility("hidden"), tls_model("initial-exec"))) extern __thread HookMode hook_mode;

/// @brief Whether the calling OS thread runs a kernel that is watched.
inline bool on_kernel_thread() {
    return hook_mode != HookMode::off;
}

/// @brief Makes `me` the record of a thread.
inline void set_thread(unsigned number) {
    hot.me = hot.stamp << stamp_shift | static_cast<Record>(number) << thread_shift |
             static_cast<Record>(hot.warp_events[number / 32]) << events_shift;
    hot.key = key_of(hot.me);
    hot.read_by_several_warps = hot.stamp << stamp_shift | several_warps;
    hot.read_by_this_warp = (hot.me & one_warp_bits) | several_lanes;
}

/// @brief Where the search for the number of a line begins.
inline unsigned first_site(const void* pc) {
    return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(pc) * 0x9E3779B97F4A7C15ULL >>
                                 (64 - 13));
}

/// @brief The number of a line, for a record; 0 when there are too many lines.
unsigned add_site(const void* pc);

/// @brief The number of a line as it stands in a record; 0 when it is not found at once.
inline Record known_site_bits(const void* pc) {
    const unsigned site = first_site(pc);
    return hot.sites[site] == pc ? static_cast<Record>(site) << site_shift : 0;
}

/// @brief The same, found in any case.
inline Record site_bits(const void* pc) {
    const Record known = known_site_bits(pc);
    return known != 0 ? known : static_cast<Record>(add_site(pc)) << site_shift;
}

}  // namespace workshop::emulator::watch
