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
    Record own_read = 0;    ///< record of a read by the current thread with which nothing is wrong
    bool delivers = false;  ///< an event sink wants every event
    bool active = false;    ///< a launch of a watched program runs
    bool kernel_watched = false;  ///< it has called a hook
    bool open_writes = false;     ///< settle_writes() has something to do
    Window dynamic_window;
    Window symbol_window;
    Record known_bits[4] = {};     ///< known_read_bits, or what makes no read known
    std::uintptr_t arguments = 0;  ///< of the kernel, where the launch keeps them
    std::size_t argument_bytes = 0;
    Record read_flags = 0;  ///< of own_read: flags that no record has make no read known
    Record me = 0;          ///< of the current thread, without site and flags
    std::uint64_t key = 0;  ///< key_of(me)
    std::uint64_t stamp = 0;
    /// Stamps from here to the current one are of the current block. They are all that it has had,
    /// unless blocks that wait for each other take turns: see block_starts.hpp.
    std::uint64_t block_first = 0;
    std::uint64_t block_began = 0;   ///< stamp with which the current block began: its name
    std::uint64_t launch_first = 0;  ///< stamp since which blocks of the grid are not ordered
    EventSink* sink = nullptr;
    profile::LaneLog* logs = nullptr;  ///< of the threads of the current block
    profile::LaneLog* log = nullptr;   ///< of the current thread
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
    hot.own_read = hot.me | good_state | hot.read_flags;
    hot.log = hot.logs + number;
}

/// @brief Tells the hooks where the regions lie now, and whether every event is delivered.
void open_windows();

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
