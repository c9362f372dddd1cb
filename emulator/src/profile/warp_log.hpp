// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The logs of the 32 lanes of a warp, until they are merged into what the warp did.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "event_word.hpp"

namespace workshop::emulator::profile {

/// @brief A queue of words.
class LaneLog {
  public:
    void push(EventWord word) {
        if (end_ == words_.size()) grow();
        words_[end_++] = word;
    }
    void push(EventWord word, std::uint64_t operand) {
        if (end_ + 2 > words_.size()) grow();
        words_[end_] = word;
        words_[end_ + 1] = operand;
        end_ += 2;
    }
    bool empty() const { return begin_ == end_; }
    std::size_t size() const { return end_ - begin_; }
    EventWord front() const { return words_[begin_]; }
    std::uint64_t operand() const { return words_[begin_ + 1]; }
    void pop() {
        begin_ += words_of(words_[begin_]);
        if (begin_ == end_) begin_ = end_ = 0;
    }
    void clear() { begin_ = end_ = 0; }

  private:
    void grow() {
        if (begin_ > words_.size() / 2) {
            std::memmove(words_.data(), words_.data() + begin_, size() * sizeof(EventWord));
            end_ -= begin_;
            begin_ = 0;
        } else {
            words_.resize(std::max<std::size_t>(words_.size() * 2, 256));
        }
    }

    std::vector<EventWord> words_;
    std::size_t begin_ = 0;
    std::size_t end_ = 0;
};

struct WarpLog {
    LaneLog lanes[32];
    unsigned unfinished = 0;  ///< lanes that exist and have not returned from the kernel

    /// @brief Begins a block in which the warp has these lanes.
    void reset(unsigned lanes_that_exist) {
        for (LaneLog& lane : lanes)
            lane.clear();
        unfinished = lanes_that_exist;
        blocks = BlockHistory();
    }

    /// @brief Which basic block each lane ran last, and with whom, for the search for divergent
    ///        branches.
    struct BlockHistory {
        struct Group {
            EventWord word = 0;  ///< the block; 0 before the first
            unsigned lanes = 0;  ///< who ran it together
            std::uint32_t number = 0;
        };
        Group latest;                    ///< not yet in `of_lane`
        Group of_lane[32];               ///< the others
        std::uint32_t counted[32] = {};  ///< number of the group whose split was counted
    } blocks;
};

}  // namespace workshop::emulator::profile
