// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Runs made-up kernels through the profiler: every lane is a function that says what it
///        does, and lanes run one after the other, as on the CPU device.

#include <cstdint>
#include <functional>

#include "../../src/profile/profiler.hpp"

namespace workshop::emulator::profile {

/// @brief Nobody waits, and nobody can be made to run.
class OneAfterTheOther : public ProfiledDevice {
  public:
    unsigned sleeping_lanes(unsigned) override { return 0; }
    bool let_others_run() override { return false; }
};

/// @brief One lane, as a made-up kernel sees it. Places in the program are small numbers.
class Lane {
  public:
    Lane(Profiler& profiler, unsigned number) : profiler_(profiler), number_(number) {}
    unsigned number() const { return number_; }
    void block(std::uint64_t place) { profiler_.basic_block(number_, place * 16); }
    void read(std::uint64_t place, std::uint64_t address, unsigned bytes = 4,
              Space space = Space::global) {
        profiler_.access(number_, EventKind::read, place * 16 + 8, address, bytes, space);
    }
    void call() { profiler_.call(number_); }
    void call_returns() { profiler_.call_returns(number_); }

  private:
    Profiler& profiler_;
    unsigned number_;
};

/// @brief Sums over the accesses at one place.
struct PlaceCounts {
    std::uint64_t requests = 0;
    std::uint64_t lanes = 0;
    std::uint64_t units = 0;
};

/// @brief A launch of one block.
class MadeUpLaunch {
  public:
    using Kernel = std::function<void(Lane&)>;

    /// @param[in] lane_order the order in which the lanes run, as i -> lane
    MadeUpLaunch(unsigned threads, const Kernel& kernel,
                 const std::function<unsigned(unsigned)>& lane_order = {}) {
        profiler_.begin_launch(counter_, threads);
        profiler_.begin_block(this, 0);
        for (unsigned i = 0; i < threads; ++i) {
            const unsigned number = lane_order ? lane_order(i) : i;
            Lane lane(profiler_, number);
            kernel(lane);
            profiler_.end_thread(number);
        }
        profiler_.end_block(this);
        profiler_.end_launch();
    }

    PlaceCounts at(std::uint64_t place) const {
        PlaceCounts counts;
        for (const Site& site : counter_.sites().all()) {
            if (!is_access(site.word) || pc_of(site.word) != place * 16 + 8) continue;
            counts.requests += site.executions;
            counts.lanes += site.lanes;
            counts.units += site.units;
        }
        return counts;
    }
    std::uint64_t divergent_at(std::uint64_t place) const {
        std::uint64_t count = 0;
        for (const Site& site : counter_.sites().all())
            if (pc_of(site.word) == place * 16) count += site.divergent;
        return count;
    }
    const WarpCounter& counter() const { return counter_; }
    std::uint64_t forced() const { return profiler_.forced(); }

  private:
    OneAfterTheOther device_;
    Profiler profiler_{device_};
    WarpCounter counter_{[](std::uint64_t) { return Buffer{4096, std::uint64_t{1} << 24}; }};
};

}  // namespace workshop::emulator::profile
