// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "hot.hpp"

#include <algorithm>

#include "passed_variables.hpp"

namespace workshop::emulator::watch {

Hot hot;
__thread bool kernel_thread = false;

void set_event_sink(EventSink* sink) {
    hot.sink = sink;
}

void remove_event_sink(const EventSink* sink) {
    if (hot.sink == sink) hot.sink = nullptr;
}

namespace {

void open_window(Window& window, const Region& region) {
    window.begin = region.begin;
    window.words = std::min(region.bytes, region.raced_bytes) / 4;
    window.reads = region.reads;
}

}  // namespace

void open_windows() {
    hot.delivers = hot.sink != nullptr;
    // No read is known when each is to be delivered.
    hot.read_flags = hot.delivers ? nobodys_flags : 0;
    for (unsigned i = 0; i < 4; ++i)
        hot.known_bits[i] = hot.delivers ? ~0ULL : known_read_bits[i];
    open_window(hot.global_window, hot.global);
    open_window(hot.static_window, hot.static_shared);
    open_window(hot.dynamic_window, hot.dynamic_shared);
    open_window(hot.symbol_window, hot.symbols);
    // Nothing passes at the first look.
    if (has_passed_variables()) hot.symbol_window.words = 0;
}

unsigned add_site(const void* pc) {
    constexpr unsigned most_steps = 64;
    unsigned site = first_site(pc);
    for (unsigned step = 0; step < most_steps; ++step, site = (site + 1) % site_count) {
        if (site == 0) continue;  // 0 means unknown
        if (hot.sites[site] == pc) return site;
        if (hot.sites[site] != nullptr) continue;
        hot.sites[site] = pc;
        return site;
    }
    return 0;
}

}  // namespace workshop::emulator::watch
