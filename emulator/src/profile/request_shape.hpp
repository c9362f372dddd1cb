// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What one request of a warp costs the memory.

#include <cstdint>

namespace workshop::emulator::profile {

constexpr unsigned sector_bytes = 32;
constexpr unsigned bank_count = 32;
constexpr unsigned bank_bytes = 4;

/// @brief Lanes in a row that touch memory without a gap, or all the same place.
struct LaneRun {
    std::uint64_t address = 0;  ///< of its first lane
    unsigned lanes = 0;         ///< how many
    bool same = false;          ///< all the same address; else each one access behind the last
};

/// @brief A request of a warp as runs of lanes: one in the good cases, 32 at worst.
class RequestRuns {
  public:
    /// @param[in] addresses by lane; only those of `lanes` are read
    /// @param[in] lanes     the lanes that take part
    /// @param[in] bytes     of each lane's access: 1, 2, 4, 8 or 16
    RequestRuns(const std::uint64_t* addresses, unsigned lanes, unsigned bytes);

    const LaneRun* begin() const { return runs_; }
    const LaneRun* end() const { return runs_ + count_; }
    unsigned size() const { return count_; }
    unsigned bytes() const { return bytes_; }

    /// @brief Bytes that a run spans.
    std::uint64_t span(const LaneRun& run) const {
        return run.same ? bytes_ : std::uint64_t{bytes_} * run.lanes;
    }
    /// @brief Whether a run touches what the one before it touches.
    bool repeats(const LaneRun& run) const {
        return &run != runs_ && (&run)[-1].address == run.address &&
               (&run)[-1].lanes == run.lanes && (&run)[-1].same == run.same;
    }

  private:
    LaneRun runs_[32];
    unsigned count_ = 0;
    unsigned bytes_;
};

/// @brief How many 32-byte sectors the lanes touch together. The memory delivers whole sectors.
unsigned count_sectors(const RequestRuns& runs);

/// Waves of one request to shared memory.
struct SharedWaves {
    unsigned taken = 0;
    unsigned least = 0;  ///< the same without bank conflicts: one for each group of lanes
};

/// @brief In how many waves shared memory serves the request.
///
/// Word w of 4 bytes lies in bank w mod 32. A bank gives one word a wave, to every lane that wants
/// it. Lanes are served together when their accesses are at most 4 bytes wide; with 8 bytes one
/// half of the warp comes after the other, with 16 bytes one quarter. A load is served in groups
/// twice as large when in each pair of lanes n and n ^ 1 both want the same address, or in each
/// pair n and n ^ 2; a lane that takes no part does not count. So an H200 counts, which ncu showed
/// for each of the cases in emulator/agreement/patterns/shared_pairs.cu.
///
/// @param[in] addresses  [32], of the lanes that take part
/// @param[in] lanes      bit n: lane n takes part
/// @param[in] bytes      of one lane's access
/// @param[in] load       whether it is a load; stores and atomics are never served in larger groups
SharedWaves count_shared_waves(const std::uint64_t* addresses, unsigned lanes, unsigned bytes,
                               bool load);

}  // namespace workshop::emulator::profile
