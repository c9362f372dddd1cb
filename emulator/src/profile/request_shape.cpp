// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "request_shape.hpp"

#include <algorithm>
#include <cstring>

namespace workshop::emulator::profile {
namespace {

/// A set of up to 128 numbers, emptied in no time.
class NumberSet {
  public:
    void clear() { ++round_; }

    /// @return whether the number is new
    bool insert(std::uint64_t number) {
        for (std::uint64_t place = number * 0x9E3779B97F4A7C15U >> 56;; place = (place + 1) % 256) {
            Slot& slot = slots_[place];
            if (slot.round != round_) {
                slot = {number, round_};
                return true;
            }
            if (slot.number == number) return false;
        }
    }

  private:
    struct Slot {
        std::uint64_t number = 0;
        std::uint64_t round = 0;
    };
    Slot slots_[256];
    std::uint64_t round_ = 0;
};

/// Only the OS thread that runs the kernel counts, one launch at a time.
NumberSet seen;

unsigned waves_of_group(const RequestRuns& runs) {
    if (runs.size() == 0) return 0;
    const bool aligned = (runs.begin()->address & (bank_bytes - 1)) == 0;
    // At most 128 bytes in a row, or one place; by one run of lanes, or by several.
    const auto repeats = [&](const LaneRun& run) {
        return &run == runs.begin() || runs.repeats(run);
    };
    if (aligned && std::all_of(runs.begin(), runs.end(), repeats)) return 1;
    unsigned char words_in_bank[bank_count] = {};
    unsigned waves = 1;
    seen.clear();
    for (const LaneRun& run : runs) {
        if (runs.repeats(run)) continue;
        const std::uint64_t end = (run.address + runs.span(run) - 1) / bank_bytes;
        for (std::uint64_t word = run.address / bank_bytes; word <= end; ++word) {
            if (!seen.insert(word)) continue;  // a word that goes to several lanes goes out once
            const unsigned words = ++words_in_bank[word % bank_count];
            waves = std::max(waves, words);
        }
    }
    return waves;
}

/// Every lane that takes part wants the same as the lane `distance` away, where that one takes
/// part.
bool pairs_agree(const std::uint64_t* addresses, unsigned lanes, unsigned distance) {
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
        const unsigned partner = lane ^ distance;
        if ((lanes >> partner & 1) != 0 && addresses[partner] != addresses[lane]) return false;
    }
    return true;
}

/// Lanes that are served together: the whole warp, a half or a quarter.
unsigned lanes_of_group(const std::uint64_t* addresses, unsigned lanes, unsigned bytes, bool load) {
    if (bytes <= 4) return 32;
    const unsigned group = bytes == 8 ? 16 : 8;
    const bool shares =
        load && (pairs_agree(addresses, lanes, 1) || pairs_agree(addresses, lanes, 2));
    return shares ? 2 * group : group;
}

}  // namespace

RequestRuns::RequestRuns(const std::uint64_t* addresses, unsigned lanes, unsigned bytes)
    : bytes_(bytes) {
    // Only the lanes that take part, one behind the other.
    std::uint64_t packed[32];
    unsigned count = 32;
    if (lanes != ~0U) {
        count = 0;
        for (unsigned rest = lanes; rest != 0; rest &= rest - 1)
            packed[count++] = addresses[__builtin_ctz(rest)];
        addresses = packed;
    }
    for (unsigned lane = 0; lane < count;) {
        const std::uint64_t first = addresses[lane];
        const unsigned begin = lane++;
        std::uint64_t step = lane < count ? addresses[lane] - first : bytes;
        if (step != 0) step = bytes;
        for (std::uint64_t next = first + step; lane < count && addresses[lane] == next; ++lane)
            next += step;
        runs_[count_++] = {first, lane - begin, step == 0};
    }
}

unsigned count_sectors(const RequestRuns& runs) {
    if (runs.size() == 0) return 0;
    const auto first_of = [](const LaneRun& run) { return run.address / sector_bytes; };
    const auto last_of = [&](const LaneRun& run) {
        return (run.address + runs.span(run) - 1) / sector_bytes;
    };
    if (runs.size() == 1) {
        return static_cast<unsigned>(last_of(*runs.begin()) - first_of(*runs.begin()) + 1);
    }
    unsigned sectors = 0;
    seen.clear();
    for (const LaneRun& run : runs) {
        if (runs.repeats(run)) continue;
        const std::uint64_t end = last_of(run);
        for (std::uint64_t sector = first_of(run); sector <= end; ++sector)
            sectors += static_cast<unsigned>(seen.insert(sector));
    }
    return sectors;
}

SharedWaves count_shared_waves(const std::uint64_t* addresses, unsigned lanes, unsigned bytes,
                               bool load) {
    const unsigned width = lanes_of_group(addresses, lanes, bytes, load);
    if (width == 32) {
        return {waves_of_group(RequestRuns(addresses, lanes, bytes)), lanes != 0 ? 1U : 0U};
    }
    const unsigned group = (1U << width) - 1;
    SharedWaves waves;
    for (unsigned begin = 0; begin < 32; begin += width) {
        const unsigned together = lanes & group << begin;
        if (together == 0) continue;
        waves.taken += waves_of_group(RequestRuns(addresses, together, bytes));
        ++waves.least;
    }
    return waves;
}

}  // namespace workshop::emulator::profile
