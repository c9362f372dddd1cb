// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Logs what the threads of a launch do, and merges the logs while they run.
///
/// It knows nothing of the rest of the CPU device: the events come through its functions.

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "warp_counter.hpp"
#include "warp_log.hpp"
#include "warp_merge.hpp"

namespace workshop::emulator::profile {

/// @brief What the profiler asks of the device.
class ProfiledDevice {
  public:
    virtual ~ProfiledDevice() = default;
    /// @brief The lanes of a warp of the current block that wait at a barrier or a collective.
    virtual unsigned sleeping_lanes(unsigned warp) = 0;
    /// @brief Lets the other threads run.
    /// @return false when that is not possible
    virtual bool let_others_run() = 0;
};

class Profiler {
  public:
    explicit Profiler(ProfiledDevice& device) : device_(device) {}

    /// @brief What follows is counted there.
    void begin_launch(WarpCounter& counter, unsigned threads_per_block);

    /// @brief A block begins, and its threads run.
    /// @param[in] key what names it in select_block() and end_block()
    void begin_block(const void* key, std::uint64_t number);
    /// @brief The threads of another block go on.
    void select_block(const void* key);
    const void* selected_block() const { return key_; }
    void end_block(const void* key);

    /// @brief Merges what is left. A launch that was given up leaves more than one that finished.
    void end_launch();

    void end_thread(unsigned thread);

    /// @brief An access of any size: split where it is none that a GPU has.
    void access(unsigned thread, EventKind kind, std::uint64_t pc, std::uint64_t address,
                std::uint64_t bytes, Space space) {
        if ((bytes & (bytes - 1)) == 0 && bytes <= 16 && bytes != 0) {
            const auto log2 = static_cast<unsigned>(__builtin_ctz(static_cast<unsigned>(bytes)));
            lanes_[thread].push(make_event(kind, pc, max_call_depth, log2, space), address);
        } else {
            split_access(thread, kind, pc, address, bytes, space);
        }
    }
    void basic_block(unsigned thread, std::uint64_t pc) {
        lanes_[thread].push(make_event(EventKind::block, pc, max_call_depth));
        if (is_full(thread)) make_room(thread);
    }
    /// @brief The log of a thread, for those who have an event ready.
    LaneLog& lane(unsigned thread) { return lanes_[thread]; }
    /// @brief Whether the log of a thread is so long that the next block merges it.
    bool is_full(unsigned thread) const { return lanes_[thread].is_full(); }
    void call(unsigned thread) { lanes_[thread].call(); }
    void call_returns(unsigned thread) { lanes_[thread].call_returns(); }

    /// @brief Lanes of a warp have met.
    /// @param[in] site what stands for the place, below 2^48
    void meeting(EventKind kind, std::uint64_t site, unsigned warp, unsigned lanes);

    /// @brief Merges the logs of a warp whose lanes have all come to a barrier, when that is
    ///        worth it: short logs stay in the processor's cache.
    void merge_at_barrier(unsigned warp);

    /// @brief Meetings and merges that had to be done without some lane: 0 unless the kernel
    ///        failed.
    std::uint64_t forced() const { return forced_; }

  private:
    struct BlockLogs {
        explicit BlockLogs(unsigned threads);
        std::vector<LaneLog> lanes;  ///< by thread
        std::vector<WarpLog> warps;
        std::uint64_t number = 0;
    };

    void split_access(unsigned thread, EventKind kind, std::uint64_t pc, std::uint64_t address,
                      std::uint64_t bytes, Space space);
    void make_room(unsigned thread);
    void merge(unsigned warp, MergeMode mode, unsigned asleep);

    ProfiledDevice& device_;
    WarpCounter* counter_ = nullptr;
    unsigned threads_ = 0;
    std::map<const void*, std::unique_ptr<BlockLogs>> blocks_;
    std::vector<std::unique_ptr<BlockLogs>> unused_;
    // Of the block that runs.
    const void* key_ = nullptr;
    BlockLogs* block_ = nullptr;
    WarpLog* warps_ = nullptr;
    LaneLog* lanes_ = nullptr;
    std::uint64_t forced_ = 0;
};

}  // namespace workshop::emulator::profile
