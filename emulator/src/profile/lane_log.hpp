// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The log of one lane, until it is merged with those of its warp. The hooks of watched
///        programs write into it (src/watch/fast_hooks.cpp), so what they use is inline.

#include <cstddef>
#include <memory>

#include "event_word.hpp"

namespace workshop::emulator::profile {

/// @brief A queue of words. What an access touches lies in one line of the cache.
class alignas(64) LaneLog {
  public:
    /// 16 KiB a lane, so that the logs of a warp stay in the processor's cache.
    static constexpr std::size_t words_before_merge = 2048;

    /// @param[in] word without the depth of calls
    void push(EventWord word) {
        if (!has_room()) grow();
        push_with_room(word);
    }
    void push(EventWord word, std::uint64_t operand) {
        if (!has_room()) grow();
        push_with_room(word, operand);
    }
    /// @brief Whether two more words fit as it is.
    bool has_room() const { return limit_ - end_ >= 2; }
    /// @brief As push(), when has_room().
    void push_with_room(EventWord word) { *end_++ = word | depth_word_; }
    void push_with_room(EventWord word, std::uint64_t operand) {
        end_[0] = word | depth_word_;
        end_[1] = operand;
        end_ += 2;
    }
    /// @brief Whether the log is so long that the next basic block merges it.
    bool is_full() const { return size() > words_before_merge; }
    bool empty() const { return begin_ == end_; }
    std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
    const EventWord* begin() const { return begin_; }
    const EventWord* end() const { return end_; }

    /// @brief Forgets what lies before a word of the log.
    void drop_until(const EventWord* word);
    void reset();

    void call() { set_depth(depth_ + 1); }
    void call_returns() { set_depth(depth_ == 0 ? 0 : depth_ - 1); }

  private:
    void set_depth(unsigned depth) {
        depth_ = depth;
        depth_word_ = make_event(EventKind::block, 0, depth);
    }
    void clear();
    void grow();

    EventWord* end_ = nullptr;
    EventWord* limit_ = nullptr;
    EventWord depth_word_ = depth_bits;  ///< the part of every word that tells the open calls
    EventWord* begin_ = nullptr;
    unsigned depth_ = 0;
    std::unique_ptr<EventWord[]> storage_;
};

}  // namespace workshop::emulator::profile
