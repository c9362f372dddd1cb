// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "warp_counter.hpp"

#include <cstring>

namespace workshop::emulator::profile {
namespace {

void record(RecordedRequest& request, std::uint64_t block, unsigned warp, unsigned lanes,
            unsigned units, const std::uint64_t* addresses) {
    request.block = block;
    request.warp = warp;
    request.lanes = lanes;
    request.units = units;
    for (unsigned lane = 0; lane < 32; ++lane)
        request.addresses[lane] = (lanes >> lane & 1) != 0 ? addresses[lane] : 0;
}

}  // namespace

void WarpCounter::on_access(EventWord word, unsigned lanes, const std::uint64_t* addresses) {
    Site& site = sites_.at(word);
    const unsigned bytes = bytes_of(word);
    const auto count = static_cast<unsigned>(__builtin_popcount(lanes));
    ++site.executions;
    site.lanes += count;
    unsigned units = 0;
    if (space_of(word) == Space::shared) {
        const SharedWaves waves =
            count_shared_waves(addresses, lanes, bytes, kind_of(word) == EventKind::read);
        units = waves.taken;
        site.least_units += waves.least;
    } else {
        const RequestRuns runs(addresses, lanes, bytes);
        units = count_sectors(runs);
        site.least_units += (count * bytes + sector_bytes - 1) / sector_bytes;
        const EventKind kind = kind_of(word);
        if (kind == EventKind::read) loads_by_warp_[warp_ % 32] += count;
        elements_.add(runs, kind != EventKind::write, kind != EventKind::read);
    }
    site.units += units;
    if (site.first.lanes == 0) record(site.first, block_, warp_, lanes, units, addresses);
    if (units > site.costliest.units)
        record(site.costliest, block_, warp_, lanes, units, addresses);
}

}  // namespace workshop::emulator::profile
