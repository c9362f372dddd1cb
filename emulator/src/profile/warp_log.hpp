// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The logs of the lanes of a block, until they are merged into what its warps did.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "event_word.hpp"

namespace workshop::emulator::profile {

/// @brief Storage of logs that are empty now. The one used last is taken first: it is still in the
///        processor's cache. Only the OS thread that runs the kernel uses it.
class LogStorage {
  public:
    using Words = std::unique_ptr<EventWord[]>;
    static constexpr std::size_t words = 2560;

    Words take() {
        if (unused_.empty()) return Words(new EventWord[words]);
        Words last = std::move(unused_.back());
        unused_.pop_back();
        return last;
    }
    void give_back(Words storage) { unused_.push_back(std::move(storage)); }

  private:
    std::vector<Words> unused_;
};
inline LogStorage log_storage;

/// @brief A queue of words. What an access touches lies in one line of the cache.
class alignas(64) LaneLog {
  public:
    /// @param[in] word without the depth of calls
    void push(EventWord word) {
        if (end_ == limit_) grow();
        *end_++ = word | depth_word_;
    }
    void push(EventWord word, std::uint64_t operand) {
        if (limit_ - end_ < 2) grow();
        end_[0] = word | depth_word_;
        end_[1] = operand;
        end_ += 2;
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
    bool empty() const { return begin_ == end_; }
    std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
    const EventWord* begin() const { return begin_; }
    const EventWord* end() const { return end_; }

    /// @brief Forgets what lies before a word of the log.
    void drop_until(const EventWord* word) {
        if (word == end_) {
            clear();
        } else {
            begin_ = storage_.get() + (word - storage_.get());
        }
    }
    void reset() {
        clear();
        depth_ = 0;
        depth_word_ = depth_bits;
    }

    void call() { set_depth(depth_ + 1); }
    void call_returns() { set_depth(depth_ == 0 ? 0 : depth_ - 1); }

  private:
    void set_depth(unsigned depth) {
        depth_ = depth;
        depth_word_ = make_event(EventKind::block, 0, depth);
    }
    void clear() {
        if (limit_ - storage_.get() == static_cast<std::ptrdiff_t>(LogStorage::words))
            log_storage.give_back(std::move(storage_));
        storage_.reset();
        begin_ = end_ = limit_ = nullptr;
    }
    void grow() {
        if (storage_ == nullptr) {
            storage_ = log_storage.take();
            begin_ = end_ = storage_.get();
            limit_ = begin_ + LogStorage::words;
            return;
        }
        const std::size_t used = size();
        const auto capacity = static_cast<std::size_t>(limit_ - storage_.get());
        if (static_cast<std::size_t>(begin_ - storage_.get()) > capacity / 2) {
            std::memmove(storage_.get(), begin_, used * sizeof(EventWord));
        } else {
            const std::size_t more = capacity * 2;
            std::unique_ptr<EventWord[]> larger(new EventWord[more]);
            if (used != 0) std::memcpy(larger.get(), begin_, used * sizeof(EventWord));
            storage_ = std::move(larger);
            limit_ = storage_.get() + more;
        }
        begin_ = storage_.get();
        end_ = begin_ + used;
    }

    EventWord* end_ = nullptr;
    EventWord* limit_ = nullptr;
    EventWord depth_word_ = depth_bits;  ///< the part of every word that tells the open calls
    EventWord* begin_ = nullptr;
    unsigned depth_ = 0;
    std::unique_ptr<EventWord[]> storage_;
};

/// @brief A warp: 32 logs of a block, or fewer in the last warp.
struct WarpLog {
    LaneLog* lanes = nullptr;
    unsigned existing = 0;    ///< mask of the lanes that have a log
    unsigned unfinished = 0;  ///< those that have not returned from the kernel

    /// @brief Begins a block.
    void reset() {
        for (unsigned rest = existing; rest != 0; rest &= rest - 1)
            lanes[__builtin_ctz(rest)].reset();
        unfinished = existing;
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
