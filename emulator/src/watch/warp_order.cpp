// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "warp_order.hpp"

#include <algorithm>

#include "hot.hpp"

namespace workshop::emulator::watch {
namespace {

struct WarpOrder {
    bool met = false;  ///< lanes have met since the stamp began
    std::array<LaneView, 32> view{};
};
std::array<WarpOrder, 32> warps;
unsigned warps_with_events = 0;

}  // namespace

unsigned next_event(unsigned warp) {
    warps_with_events |= 1U << warp;
    if (hot.warp_events[warp] < most_events) ++hot.warp_events[warp];
    return hot.warp_events[warp];
}

void forget_warps() {
    for (unsigned rest = warps_with_events; rest != 0; rest &= rest - 1) {
        const auto warp = static_cast<unsigned>(__builtin_ctz(rest));
        hot.warp_events[warp] = 0;
        if (warps[warp].met) warps[warp] = WarpOrder();
    }
    warps_with_events = 0;
}

ParkedWarps park_warps() {
    ParkedWarps kept;
    for (unsigned rest = warps_with_events; rest != 0; rest &= rest - 1) {
        const auto warp = static_cast<unsigned>(__builtin_ctz(rest));
        kept.push_back({warp, hot.warp_events[warp], warps[warp].met, warps[warp].view});
    }
    forget_warps();
    return kept;
}

void resume_warps(const ParkedWarps& kept) {
    forget_warps();
    for (const ParkedWarp& each : kept) {
        warps_with_events |= 1U << each.warp;
        hot.warp_events[each.warp] = each.events;
        warps[each.warp] = {each.met, each.view};
    }
}

void meet(unsigned warp, unsigned lanes) {
    WarpOrder& of_warp = warps[warp];
    of_warp.met = true;
    const auto events = static_cast<std::uint16_t>(next_event(warp));
    LaneView joined{};
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
        const LaneView& view = of_warp.view[static_cast<unsigned>(__builtin_ctz(rest))];
        for (unsigned lane = 0; lane < 32; ++lane)
            joined[lane] = std::max(joined[lane], view[lane]);
    }
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1)
        joined[static_cast<unsigned>(__builtin_ctz(rest))] = events;
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1)
        of_warp.view[static_cast<unsigned>(__builtin_ctz(rest))] = joined;
}

const LaneView* view_of(unsigned thread) {
    const WarpOrder& of_warp = warps[thread / 32];
    return of_warp.met ? &of_warp.view[thread % 32] : nullptr;
}

}  // namespace workshop::emulator::watch
