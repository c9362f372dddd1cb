// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "collective_results.hpp"

#include <algorithm>

#include "scheduler.hpp"
#include "warp_collectives.hpp"

namespace workshop::emulator {
namespace {

template <class Function>
void for_each_lane(unsigned mask, const Function& function) {
    for (; mask != 0; mask &= mask - 1)
        function(static_cast<unsigned>(__builtin_ctz(mask)));
}

/// A lane that does not take part has no value to give. What its reader gets is undefined in CUDA;
/// here it is a NaN in every floating-point type, and a large number that nobody expects in every
/// type of integers, so that sums and maxima show that it was used. To read it is no error: the
/// reader may throw the value away.
constexpr unsigned long long undefined_value = 0x7FFD7FFD7FFD7FFDULL;

void shuffle_lanes(const Meeting& meeting, Thread* lanes) {
    for_each_lane(meeting.arrived, [&](unsigned lane) {
        const unsigned source = source_lane(lanes[lane]);
        const bool takes_part = (meeting.arrived >> source & 1) != 0;
        lanes[lane].result = takes_part ? lanes[source].operand : undefined_value;
    });
}

void give_all(const Meeting& meeting, Thread* lanes, unsigned long long result) {
    for_each_lane(meeting.arrived, [&](unsigned lane) { lanes[lane].result = result; });
}

/// Lanes whose operand is the same as that of `lane`.
unsigned lanes_like(const Meeting& meeting, const Thread* lanes, unsigned lane) {
    unsigned same = 0;
    for_each_lane(meeting.arrived, [&](unsigned other) {
        if (lanes[other].operand == lanes[lane].operand) same |= 1U << other;
    });
    return same;
}

unsigned combine(Collective kind, unsigned a, unsigned b) {
    const auto signed_a = static_cast<int>(a);
    const auto signed_b = static_cast<int>(b);
    switch (kind) {
        case Collective::reduce_min:
            return static_cast<unsigned>(std::min(signed_a, signed_b));
        case Collective::reduce_max:
            return static_cast<unsigned>(std::max(signed_a, signed_b));
        case Collective::reduce_min_unsigned:
            return std::min(a, b);
        case Collective::reduce_max_unsigned:
            return std::max(a, b);
        case Collective::reduce_and:
            return a & b;
        case Collective::reduce_or:
            return a | b;
        case Collective::reduce_xor:
            return a ^ b;
        default:
            return a + b;
    }
}

unsigned reduce(const Meeting& meeting, const Thread* lanes) {
    const auto first = static_cast<unsigned>(__builtin_ctz(meeting.arrived));
    auto result = static_cast<unsigned>(lanes[first].operand);
    for_each_lane(meeting.arrived & (meeting.arrived - 1), [&](unsigned lane) {
        result = combine(meeting.kind, result, static_cast<unsigned>(lanes[lane].operand));
    });
    return result;
}

unsigned ballot(const Meeting& meeting, const Thread* lanes) {
    unsigned votes = 0;
    for_each_lane(meeting.arrived, [&](unsigned lane) {
        if (lanes[lane].operand != 0) votes |= 1U << lane;
    });
    return votes;
}

}  // namespace

unsigned source_lane(const Thread& reader) {
    const int lane = static_cast<int>(reader.lane());
    const int first = lane & ~(reader.width - 1);
    const int last = first + reader.width - 1;
    const auto distance = static_cast<unsigned>(reader.argument);
    switch (reader.collective) {
        case Collective::shuffle_up:
            return distance > static_cast<unsigned>(lane - first) ? lane : lane - distance;
        case Collective::shuffle_down:
            return distance > static_cast<unsigned>(last - lane) ? lane : lane + distance;
        case Collective::shuffle_xor: {
            // Groups before the own one can be read, those after it cannot.
            const int other = lane ^ (reader.argument & 31);
            return other > last ? lane : other;
        }
        default:
            return first + (reader.argument & (reader.width - 1));
    }
}

void compute_results(const Meeting& meeting, Thread* lanes) {
    if (meeting.arrived == 0) return;
    switch (meeting.kind) {
        case Collective::sync:
            return;
        case Collective::shuffle_index:
        case Collective::shuffle_up:
        case Collective::shuffle_down:
        case Collective::shuffle_xor:
            return shuffle_lanes(meeting, lanes);
        case Collective::ballot:
            return give_all(meeting, lanes, ballot(meeting, lanes));
        case Collective::any:
            return give_all(meeting, lanes, ballot(meeting, lanes) != 0);
        case Collective::all:
            return give_all(meeting, lanes, ballot(meeting, lanes) == meeting.arrived);
        case Collective::active_mask:
            return give_all(meeting, lanes, meeting.arrived);
        case Collective::match_any:
            for_each_lane(meeting.arrived, [&](unsigned lane) {
                lanes[lane].result = lanes_like(meeting, lanes, lane);
            });
            return;
        case Collective::match_all: {
            const auto first = static_cast<unsigned>(__builtin_ctz(meeting.arrived));
            const bool same = lanes_like(meeting, lanes, first) == meeting.arrived;
            return give_all(meeting, lanes, same ? meeting.mask : 0);
        }
        default:
            return give_all(meeting, lanes, reduce(meeting, lanes));
    }
}

}  // namespace workshop::emulator
