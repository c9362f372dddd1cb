// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "lane_log.hpp"

#include <cstring>
#include <utility>
#include <vector>

namespace workshop::emulator::profile {
namespace {

/// Storage of logs that are empty now, with one more word that may be read. The one used last is
/// taken first: it is still in the processor's cache. Only the OS thread that runs the kernel uses
/// it.
class LogStorage {
  public:
    using Words = std::unique_ptr<EventWord[]>;
    static constexpr std::size_t words = 2560;

    Words take() {
        if (unused_.empty()) return Words(new EventWord[words + 1]());
        Words last = std::move(unused_.back());
        unused_.pop_back();
        return last;
    }
    void give_back(Words storage) { unused_.push_back(std::move(storage)); }

  private:
    std::vector<Words> unused_;
};
LogStorage log_storage;

}  // namespace

void LaneLog::drop_until(const EventWord* word) {
    if (word == end_) {
        clear();
    } else {
        begin_ = storage_.get() + (word - storage_.get());
    }
}

void LaneLog::reset() {
    clear();
    set_depth(0);
}

void LaneLog::clear() {
    if (limit_ - storage_.get() == static_cast<std::ptrdiff_t>(LogStorage::words))
        log_storage.give_back(std::move(storage_));
    storage_.reset();
    begin_ = end_ = limit_ = nullptr;
}

void LaneLog::grow() {
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
        std::unique_ptr<EventWord[]> larger(new EventWord[more + 1]());
        if (used != 0) std::memcpy(larger.get(), begin_, used * sizeof(EventWord));
        storage_ = std::move(larger);
        limit_ = storage_.get() + more;
    }
    begin_ = storage_.get();
    end_ = begin_ + used;
}

}  // namespace workshop::emulator::profile
