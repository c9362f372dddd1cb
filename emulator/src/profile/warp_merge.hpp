// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief From what each lane did to what the warp did: "lowest program counter first".
///
/// A GPU runs the lanes of a warp together. Where they part, it runs one group after the other
/// until they meet again. Which lanes run an access together decides how many requests the memory
/// gets. The CPU device runs lane after lane, so the grouping is found afterwards: of all lanes,
/// those whose next event has the lowest program counter go on together, because they are behind
/// the others. (To pair the n-th execution of an access in one lane with the n-th in another is
/// wrong as soon as the lanes take different paths.)

#include <algorithm>
#include <array>
#include <cstddef>

#include "warp_log.hpp"

namespace workshop::emulator::profile {

enum class MergeMode {
    safe,   ///< stops as soon as a lane that has not finished has nothing logged: it may come first
    force,  ///< goes on without such lanes
};

struct MergeResult {
    bool waits = false;        ///< stopped because a lane has nothing logged
    std::uint64_t forced = 0;  ///< meetings passed although a lane was missing
};

/// @brief One merge of one warp.
/// @tparam Sink has
/// @code
/// void on_block(EventWord word, unsigned lanes);
/// void on_divergent_branch(EventWord block_before, unsigned lanes);
/// void on_access(EventWord word, unsigned lanes, const std::uint64_t* addresses);  // by lane
/// void on_meeting(EventWord word, unsigned lanes);
/// @endcode
template <class Sink>
class WarpMerge {
  public:
    WarpMerge(WarpLog& log, Sink& sink) : log_(log), sink_(sink) {
        for (unsigned rest = log.existing; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
            next_[lane] = log.lanes[lane].begin();
            end_[lane] = log.lanes[lane].end();
        }
    }
    ~WarpMerge() {
        for (unsigned rest = log_.existing; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
            log_.lanes[lane].drop_until(next_[lane]);
        }
    }
    WarpMerge(const WarpMerge&) = delete;
    WarpMerge& operator=(const WarpMerge&) = delete;

    /// @param[in] asleep lanes that wait at a barrier or a collective: without the others they do
    ///                   nothing, so nothing of theirs can come first
    MergeResult run(MergeMode mode, unsigned asleep = 0) {
        MergeResult result;
        for (unsigned lane = 0; lane < 32; ++lane)
            load(lane);
        for (;;) {
            if (changed_) release_meetings();
            if (mode == MergeMode::safe && (empty_ & log_.unfinished & ~asleep) != 0) {
                result.waits = true;
                return result;
            }
            if (all_together()) {
                run_together();
                continue;
            }
            EventWord lowest = blocked;
            for (const EventWord head : head_)
                lowest = head < lowest ? head : lowest;
            if (lowest == blocked) {
                if (waiting_ == 0) return result;
                if (mode == MergeMode::safe && (empty_ & log_.unfinished) != 0) {
                    result.waits = true;
                    return result;
                }
                ++result.forced;
                pass_meeting(waiting_ & (~waiting_ + 1));
                continue;
            }
            unsigned group = 0;
            for (unsigned lane = 0; lane < 32; ++lane)
                group |= static_cast<unsigned>(head_[lane] == lowest) << lane;
            run_group(lowest, group);
        }
    }

  private:
    static constexpr EventWord blocked = ~EventWord{0};

    /// The usual case: the same event comes next in every lane.
    bool all_together() const {
        EventWord different = 0;
        for (const EventWord head : head_)
            different |= head ^ head_[0];
        return different == 0 && head_[0] != blocked;
    }

    /// Goes on as long as all 32 lanes do the same: without a look at each lane's end and head. The
    /// next word is read with the address, even where the log has none: logs have room for it.
    void run_together() {
        std::ptrdiff_t shortest = end_[0] - next_[0];
        for (unsigned lane = 1; lane < 32; ++lane)
            shortest = std::min(shortest, end_[lane] - next_[lane]);
        std::ptrdiff_t done = 0;
        EventWord word = head_[0];
        for (;;) {
            EventWord different = 0;
            EventWord next_word = 0;
            if (kind_of(word) == EventKind::block) {
                note_block(word, ~0U);
                done += 1;
                next_word = next_[0][done];
                for (const EventWord* next : next_)
                    different |= next[done] ^ next_word;
            } else {
                done += 2;
                next_word = next_[0][done];
                for (unsigned lane = 0; lane < 32; ++lane) {
                    const EventWord* next = next_[lane] + done;
                    addresses_[lane] = next[-1];
                    different |= next[0] ^ next_word;
                }
                sink_.on_access(word, ~0U, addresses_.data());
            }
            if (done == shortest || different != 0 || is_meeting(next_word)) break;
            word = next_word;
        }
        for (unsigned lane = 0; lane < 32; ++lane) {
            next_[lane] += done;
            load(lane);
        }
    }

    /// The next event of a lane. One that waits for others is kept out of the choice.
    void load(unsigned lane) {
        if (__builtin_expect(next_[lane] != end_[lane], 1)) {
            const EventWord word = *next_[lane];
            if (__builtin_expect(!is_meeting(word), 1)) {
                head_[lane] = word;
                return;
            }
            waiting_ |= 1U << lane;
        } else {
            empty_ |= 1U << lane;
        }
        head_[lane] = blocked;
        changed_ = true;
    }

    void run_group(EventWord word, unsigned group) {
        if (kind_of(word) == EventKind::block) {
            note_block(word, group);
            advance<1>(group);
        } else {
            for (unsigned rest = group; rest != 0; rest &= rest - 1) {
                const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
                addresses_[lane] = next_[lane][1];
            }
            sink_.on_access(word, group, addresses_.data());
            advance<2>(group);
        }
    }

    template <unsigned Words>
    void advance(unsigned group) {
        for (unsigned rest = group; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
            next_[lane] += Words;
            load(lane);
        }
    }

    void release_meetings() {
        changed_ = false;
        while (waiting_ != 0 && release_meeting()) {
        }
    }

    /// Lets the lanes of one complete meeting go on.
    bool release_meeting() {
        for (unsigned rest = waiting_; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
            const unsigned wanted = lanes_of_meeting(lane);
            unsigned together = 0;
            for (unsigned others = wanted & waiting_; others != 0; others &= others - 1) {
                const auto other = static_cast<unsigned>(__builtin_ctz(others));
                if (lanes_of_meeting(other) == wanted) together |= 1U << other;
            }
            if (together != 0 && together == wanted) {
                pass_meeting(together);
                return true;
            }
        }
        return false;
    }

    /// Who has to come. Lanes that have finished are not waited for.
    unsigned lanes_of_meeting(unsigned lane) const {
        const auto named = static_cast<unsigned>(next_[lane][1]);
        return named & (log_.unfinished | ~empty_);
    }

    void pass_meeting(unsigned lanes) {
        const auto first = static_cast<unsigned>(__builtin_ctz(lanes));
        sink_.on_meeting(*next_[first], lanes);
        waiting_ &= ~lanes;
        advance<2>(lanes);
    }

    /// A branch is divergent when lanes that ran a block together do not run the next one together.
    void note_block(EventWord word, unsigned group) {
        WarpLog::BlockHistory& history = log_.blocks;
        WarpLog::BlockHistory::Group& latest = history.latest;
        if (latest.lanes == group) {
            latest.word = word;
            ++latest.number;
        } else {
            for (unsigned rest = latest.lanes; rest != 0; rest &= rest - 1)
                history.of_lane[__builtin_ctz(rest)] = latest;
            for (unsigned rest = group; rest != 0; rest &= rest - 1)
                look_for_split(static_cast<unsigned>(__builtin_ctz(rest)), group);
            latest = {word, group, latest.number + 1};
        }
        sink_.on_block(word, group);
    }

    void look_for_split(unsigned lane, unsigned group) {
        WarpLog::BlockHistory& history = log_.blocks;
        const WarpLog::BlockHistory::Group before = history.of_lane[lane];
        if (before.word == 0 || (before.lanes & ~group) == 0) return;
        if (history.counted[lane] == before.number) return;
        sink_.on_divergent_branch(before.word, before.lanes);
        for (unsigned rest = before.lanes; rest != 0; rest &= rest - 1) {
            const int mate = __builtin_ctz(rest);
            if (history.of_lane[mate].number == before.number)
                history.counted[mate] = before.number;
        }
    }

    WarpLog& log_;
    Sink& sink_;
    const EventWord* next_[32] = {};  ///< in the log of each lane
    const EventWord* end_[32] = {};
    std::array<EventWord, 32> head_{};
    std::array<std::uint64_t, 32> addresses_{};
    unsigned empty_ = 0;    ///< lanes with nothing logged
    unsigned waiting_ = 0;  ///< lanes whose next event is a meeting
    bool changed_ = false;  ///< since the last look at the meetings
};

}  // namespace workshop::emulator::profile
