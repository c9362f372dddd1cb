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

/// @brief The part of a region that the first look at an access needs.
struct Window {
    std::uintptr_t begin = 0;
    std::size_t words = 0;  ///< how many have records; 0: every access gets the full check
    const Record* reads = nullptr;
};

struct Hot {
    // What the first look at a read needs lies in three lines of the cache.
    alignas(64) Window global_window;
    Window static_window;
    Record own_read = 0;          ///< `me` as the record of a read with which nothing was wrong
    bool delivers = false;        ///< an event sink wants every access
    bool active = false;          ///< a launch of a watched program runs
    bool kernel_watched = false;  ///< it has called a hook
    bool open_writes = false;     ///< settle_writes() has something to do
    Window dynamic_window;
    Window symbol_window;
    Record known_bits[4] = {known_read_bits[0], known_read_bits[1], known_read_bits[2],
                            known_read_bits[3]};
    Record me = 0;          ///< of the current thread, without site and flags
    std::uint64_t key = 0;  ///< key_of(me)
    std::uint64_t stamp = 0;
    std::uint64_t block_first = 0;   ///< stamp with which the current block began
    std::uint64_t launch_first = 0;  ///< stamp since which blocks of the grid are not ordered
    EventSink* sink = nullptr;
    Region global;
    Region static_shared;
    Region dynamic_shared;
    Region symbols;
    const void* sites[site_count] = {};
    std::uint16_t warp_events[32] = {};
};
// Watched programs use both, see fast_hooks.cpp.
__attribute__((visibility("default"))) extern Hot hot;

/// @brief Whether the calling OS thread runs a kernel that is watched.
/// (`__thread`: no initialisation to look after.)
__attribute__((visibility("default"),
               tls_model("initial-exec"))) extern __thread bool kernel_thread;
inline bool on_kernel_thread() {
    return kernel_thread;
}

/// @brief Makes `me` the record of a thread.
inline void set_thread(unsigned number) {
    hot.me = hot.stamp << stamp_shift | static_cast<Record>(number) << thread_shift |
             static_cast<Record>(hot.warp_events[number / 32]) << events_shift;
    hot.key = key_of(hot.me);
    hot.own_read = hot.me | good_state;
}

/// @brief Tells the hooks where the regions lie now, and whether every access is delivered.
void open_windows();

/// @brief Where the search for the number of a line begins.
inline unsigned first_site(const void* pc) {
    return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(pc) * 0x9E3779B97F4A7C15ULL >>
                                 (64 - 13));
}

/// @brief The number of a line, for a record; 0 when there are too many lines.
__attribute__((visibility("default"))) unsigned add_site(const void* pc);

/// @brief The number of a line as it stands in a record.
inline Record site_bits(const void* pc) {
    unsigned site = first_site(pc);
    if (__builtin_expect(hot.sites[site] != pc || site == 0, 0)) site = add_site(pc);
    return static_cast<Record>(site) << site_shift;
}

}  // namespace workshop::emulator::watch
