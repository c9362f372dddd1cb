// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "hot.hpp"

namespace workshop::emulator::watch {

Hot hot;
__thread HookMode hook_mode = HookMode::off;

void set_event_sink(EventSink* sink) {
    hot.sink = sink;
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
