// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "profiler.hpp"

namespace workshop::emulator::profile {

Profiler::BlockLogs::BlockLogs(unsigned threads) : lanes(threads), warps((threads + 31) / 32) {
    for (unsigned warp = 0; warp < warps.size(); ++warp) {
        const unsigned count = threads - warp * 32;
        warps[warp].lanes = &lanes[warp * 32];
        warps[warp].existing = count >= 32 ? ~0U : (1U << count) - 1;
    }
}

void Profiler::begin_launch(WarpCounter& counter, unsigned threads_per_block) {
    counter_ = &counter;
    if (threads_ != threads_per_block) unused_.clear();
    threads_ = threads_per_block;
    forced_ = 0;
}

void Profiler::begin_block(const void* key, std::uint64_t number) {
    if (unused_.empty()) unused_.push_back(std::make_unique<BlockLogs>(threads_));
    std::unique_ptr<BlockLogs> logs = std::move(unused_.back());
    unused_.pop_back();
    logs->number = number;
    for (WarpLog& warp : logs->warps)
        warp.reset();
    blocks_[key] = std::move(logs);
    select_block(key);
}

void Profiler::select_block(const void* key) {
    const auto found = blocks_.find(key);
    if (found == blocks_.end()) return;
    key_ = key;
    block_ = found->second.get();
    warps_ = block_->warps.data();
    lanes_ = block_->lanes.data();
}

void Profiler::end_block(const void* key) {
    select_block(key);
    for (unsigned warp = 0; warp < block_->warps.size(); ++warp) {
        merge(warp, MergeMode::force, 0);
        // Lanes that never returned: the launch was given up.
        if (warps_[warp].unfinished != 0) ++forced_;
    }
    unused_.push_back(std::move(blocks_[key]));
    blocks_.erase(key);
    key_ = nullptr;
    block_ = nullptr;
}

void Profiler::end_launch() {
    while (!blocks_.empty())
        end_block(blocks_.begin()->first);
    counter_ = nullptr;
}

void Profiler::end_thread(unsigned thread) {
    WarpLog& warp = warps_[thread / 32];
    warp.unfinished &= ~(1U << thread % 32);
    if (warp.unfinished == 0) merge(thread / 32, MergeMode::safe, 0);
}

void Profiler::split_access(unsigned thread, EventKind kind, std::uint64_t pc,
                            std::uint64_t address, std::uint64_t bytes, Space space) {
    while (bytes > 0) {
        std::uint64_t piece = 16;
        while (piece > bytes || (address & (piece - 1)) != 0)
            piece /= 2;
        access(thread, kind, pc, address, piece, space);
        address += piece;
        bytes -= piece;
    }
}

void Profiler::meeting(EventKind kind, std::uint64_t site, unsigned warp, unsigned lanes) {
    const EventWord word = make_event(kind, site, 0);
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1)
        warps_[warp].lanes[__builtin_ctz(rest)].push(without_depth(word), lanes);
}

void Profiler::merge_at_barrier(unsigned warp) {
    constexpr std::size_t worth_it = 32;  // words
    const unsigned lanes = warps_[warp].unfinished;
    if (lanes == 0 || warps_[warp].lanes[__builtin_ctz(lanes)].size() < worth_it) return;
    merge(warp, MergeMode::safe, lanes);
}

void Profiler::make_room(unsigned thread) {
    const unsigned warp = thread / 32;
    // The others run until their own logs are full, or until they wait. Sometimes only one of them
    // has had its turn when this thread goes on.
    const unsigned attempts = 2 * threads_ + 4;
    for (unsigned attempt = 0; attempt < attempts; ++attempt) {
        merge(warp, MergeMode::safe, device_.sleeping_lanes(warp));
        if (lanes_[thread].size() <= LaneLog::words_before_merge / 2) return;
        if (!device_.let_others_run()) break;
    }
    ++forced_;
    merge(warp, MergeMode::force, 0);
}

void Profiler::merge(unsigned warp, MergeMode mode, unsigned asleep) {
    counter_->set_warp(block_->number, warp);
    WarpMerge<WarpCounter> merge_of_warp(warps_[warp], *counter_);
    forced_ += merge_of_warp.run(mode, asleep).forced;
}

}  // namespace workshop::emulator::profile
