// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "session.hpp"

#include "../launch.hpp"
#include "../pointers.hpp"
#include "../scheduler.hpp"
#include "../shared_memory.hpp"
#include "../symbols.hpp"

namespace workshop::emulator::profile {
namespace {

std::uint64_t number(const void* pointer) {
    return reinterpret_cast<std::uint64_t>(pointer);
}

Buffer find_buffer(std::uint64_t address) {
    const MemoryRange range = find_memory(reinterpret_cast<const void*>(address));
    return {number(range.base), range.bytes};
}

EventKind event_kind(watch::AccessKind kind) {
    switch (kind) {
        case watch::AccessKind::read:
            return EventKind::read;
        case watch::AccessKind::write:
            return EventKind::write;
        default:
            return EventKind::atomic;
    }
}

bool same_size(const dim3& a, const dim3& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// Adds what one launch did with the buffers to the sums.
void add_buffers(std::vector<BufferSummary>& sums, const std::vector<BufferSummary>& launch) {
    for (const BufferSummary& more : launch) {
        BufferSummary* known = nullptr;
        for (BufferSummary& each : sums) {
            if (each.buffer.base == more.buffer.base && each.buffer.bytes == more.buffer.bytes)
                known = &each;
        }
        if (known == nullptr) {
            sums.push_back(more);
            continue;
        }
        // Elements of both are counted in the smaller unit.
        const unsigned unit = std::min(known->element_bytes, more.element_bytes);
        const unsigned known_parts = known->element_bytes / unit;
        const unsigned more_parts = more.element_bytes / unit;
        known->element_bytes = unit;
        known->elements_counted = known->elements_counted && more.elements_counted;
        known->read_bytes += more.read_bytes;
        known->written_bytes += more.written_bytes;
        known->elements_read = known->elements_read * known_parts + more.elements_read * more_parts;
        known->elements_written =
            known->elements_written * known_parts + more.elements_written * more_parts;
        known->most_reads = std::max(known->most_reads, more.most_reads);
        known->most_writes = std::max(known->most_writes, more.most_writes);
    }
}

}  // namespace

KernelRecord& Session::record_of_launch() {
    const LaunchConfiguration& configuration = *execution.configuration;
    for (const auto& known : kernels_) {
        if (known->kernel == execution.kernel && same_size(known->grid, configuration.grid) &&
            same_size(known->block, configuration.block) &&
            known->dynamic_shared_bytes == configuration.dynamic_shared_bytes) {
            return *known;
        }
    }
    auto record = std::make_unique<KernelRecord>();
    record->kernel = execution.kernel;
    record->grid = configuration.grid;
    record->block = configuration.block;
    record->dynamic_shared_bytes = configuration.dynamic_shared_bytes;
    const void* address = execution.call->address;
    record->static_shared_bytes = address != nullptr ? static_shared_bytes(address) : 0;
    record->counter = std::make_unique<WarpCounter>(find_buffer);
    kernels_.push_back(std::move(record));
    return *kernels_.back();
}

void Session::note_shared_arrays() {
    shared_.clear();
    for (const SharedArray& array : shared_arrays())
        shared_.push_back({array.name, number(array.address), array.bytes});
    shared_.push_back({"dynamic shared memory", number(shared_memory().dynamic()),
                       execution.configuration->dynamic_shared_bytes});
}

void Session::on_launch_begin() {
    record_ = &record_of_launch();
    ++record_->launches;
    any_block_ = false;
    note_shared_arrays();
    const dim3& block = execution.configuration->block;
    profiler_.begin_launch(*record_->counter, block.x * block.y * block.z);
}

void Session::on_launch_end() {
    if (record_ == nullptr) return;
    profiler_.end_launch();
    record_->forced += profiler_.forced();
    record_->watched = record_->watched && any_block_;
    record_->failed = record_->failed || execution.error != cudaSuccess;
    add_buffers(record_->buffers, record_->counter->elements().summary());
    record_->counter->clear_elements();
    record_ = nullptr;
}

void Session::on_block_begin(const Block& block) {
    const dim3& grid = execution.configuration->grid;
    const auto plane = static_cast<std::uint64_t>(grid.x) * grid.y;
    profiler_.begin_block(
        &block, block.index.x + std::uint64_t{block.index.y} * grid.x + block.index.z * plane);
}

void Session::on_block_end(const Block& block) {
    profiler_.end_block(&block);
}

void Session::on_thread_end(const Thread& thread) {
    select(*execution.block);
    profiler_.end_thread(thread.number);
}

LaneLog* Session::logs_of(const Block& block) {
    select(block);
    return &profiler_.lane(0);
}

void Session::on_access(const watch::Access& access) {
    if (access.space > watch::Space::shared) return;  // not counted
    select(*execution.block);
    profiler_.access(access.thread, event_kind(access.kind), number(access.pc),
                     number(access.address), access.size, static_cast<Space>(access.space));
}

void Session::on_basic_block(const void* pc) {
    any_block_ = true;
    select(*execution.block);
    profiler_.basic_block(execution.thread->number, number(pc));
}

void Session::on_call() {
    select(*execution.block);
    profiler_.call(execution.thread->number);
}

void Session::on_return() {
    select(*execution.block);
    profiler_.call_returns(execution.thread->number);
}

void Session::on_barrier(const Block& block) {
    select(block);
    const std::uint64_t site = site_number(block.barrier.site);
    for (unsigned warp = 0; warp < block.warps.size(); ++warp) {
        profiler_.meeting(EventKind::barrier, site, warp, block.warps[warp].live);
        profiler_.merge_at_barrier(warp);
    }
}

void Session::on_grid_barrier() {
    for (const auto& block : execution.blocks) {
        if (block->all_finished()) continue;
        select(*block);
        for (unsigned warp = 0; warp < block->warps.size(); ++warp) {
            const unsigned live = block->warps[warp].live;
            if (live == 0) continue;
            const Thread& first =
                block->threads[warp * 32 + static_cast<unsigned>(__builtin_ctz(live))];
            profiler_.meeting(EventKind::barrier, site_number(first.site), warp, live);
        }
    }
}

void Session::on_warp_sync(const Block& block, unsigned warp, Collective, unsigned lanes) {
    if (lanes == 0) return;
    select(block);
    const Thread& first = block.threads[warp * 32 + static_cast<unsigned>(__builtin_ctz(lanes))];
    profiler_.meeting(EventKind::warp_sync, site_number(first.site), warp, lanes);
}

std::uint64_t Session::site_number(const CallSite& site) {
    for (std::size_t i = sites_.size(); i-- > 0;) {
        if (sites_[i].line == site.line && sites_[i].file == site.file) return i;
    }
    sites_.push_back(site);
    return sites_.size() - 1;
}

unsigned Session::sleeping_lanes(unsigned warp) {
    const Block& block = *execution.block;
    unsigned lanes = 0;
    const unsigned end = std::min(block.count(), warp * 32 + 32);
    for (unsigned thread = warp * 32; thread < end; ++thread) {
        switch (block.threads[thread].state) {
            case ThreadState::at_block_barrier:
            case ThreadState::at_grid_barrier:
            case ThreadState::at_collective:
                lanes |= 1U << thread % 32;
                break;
            default:
                break;
        }
    }
    return lanes;
}

bool Session::let_others_run() {
    const Block* block = execution.block;
    yield_thread();
    select(*block);
    return true;
}

void Session::name_buffer(const void* address, const std::string& name) {
    const BufferName named{find_buffer(number(address)).base, number(address), name};
    for (BufferName& known : names_) {
        if (known.base == named.base) {
            known = named;
            return;
        }
    }
    names_.push_back(named);
}

const Session::BufferName* Session::buffer_name(std::uint64_t base) const {
    for (const BufferName& known : names_) {
        if (known.base == base) return &known;
    }
    return nullptr;
}

}  // namespace workshop::emulator::profile
