// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "step_trace.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>

#include "../collective_results.hpp"
#include "../launch.hpp"
#include "../pointers.hpp"
#include "../scheduler.hpp"
#include "../warp_collectives.hpp"
#include "source_lines.hpp"

namespace workshop::emulator::profile {
namespace {

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

}  // namespace

void StepTrace::on_launch_begin() {
    const LaunchConfiguration& configuration = *execution.configuration;
    TracedLaunch& launch = launches_.emplace_back();
    built_.emplace_back();
    launch.kernel = execution.kernel;
    launch.grid = configuration.grid;
    launch.block = configuration.block;
    launch.dynamic_shared_bytes = configuration.dynamic_shared_bytes;
    any_block_ = false;
}

void StepTrace::on_launch_end() {
    settle_write();
    TracedLaunch& launch = launches_.back();
    launch.complete = any_block_ && execution.error == cudaSuccess && blocks_.empty();
    blocks_.clear();
}

void StepTrace::on_block_begin(const Block& block) {
    settle_write();
    const dim3& grid = execution.configuration->grid;
    auto trace = std::make_unique<BlockTrace>(block.count());
    trace->number = block.index.x + grid.x * (block.index.y + grid.y * block.index.z);
    blocks_[&block] = std::move(trace);
}

void StepTrace::on_block_park(const Block&) {
    settle_write();
}

void StepTrace::on_block_end(const Block& block) {
    settle_write();
    build_steps(trace_of(block), names_, built_.back());
    blocks_.erase(&block);
}

LaneLog* StepTrace::logs_of(const Block& block) {
    if (no_room_.size() < block.count()) no_room_ = std::vector<LaneLog>(block.count());
    return no_room_.data();
}

BlockTrace& StepTrace::current() {
    settle_write();
    return trace_of(*execution.block);
}

void StepTrace::settle_write() {
    if (writes_in_ == nullptr) return;
    TracedAccess& access = writes_in_->accesses[write_];
    std::memcpy(access.value, reinterpret_cast<const void*>(access.address), write_bytes_);
    writes_in_ = nullptr;
}

void StepTrace::on_access(const watch::Access& access) {
    if (access.space > watch::Space::shared) return;
    BlockTrace& trace = current();
    TracedAccess traced;
    traced.address = number(access.address);
    const unsigned bytes = std::min(access.size, 16U);
    const bool exists =
        access.space == watch::Space::shared || find_memory(access.address).base != nullptr;
    const auto size_log2 = static_cast<unsigned>(31 - __builtin_clz(std::max(bytes, 1U)));
    if (exists && access.kind == watch::AccessKind::read)
        std::memcpy(traced.value, access.address, bytes);
    trace.lanes[access.thread].push(
        make_event(event_kind(access.kind), number(access.pc), max_call_depth, size_log2,
                   static_cast<Space>(access.space)),
        trace.accesses.size());
    if (exists && access.kind != watch::AccessKind::read) {
        writes_in_ = &trace;
        write_ = trace.accesses.size();
        write_bytes_ = bytes;
    }
    trace.accesses.push_back(traced);
}

void StepTrace::on_basic_block(const void* pc) {
    any_block_ = true;
    current().lanes[execution.thread->number].push(
        make_event(EventKind::block, number(pc), max_call_depth));
}

void StepTrace::on_call() {
    current().lanes[execution.thread->number].call();
}

void StepTrace::on_return() {
    current().lanes[execution.thread->number].call_returns();
}

void StepTrace::on_thread_end(const Thread&) {
    settle_write();
}

void StepTrace::meet(BlockTrace& trace, unsigned warp, unsigned lanes, EventKind kind,
                     TraceStep step) {
    if (lanes == 0) return;
    const EventWord word = make_event(kind, static_cast<std::uint64_t>(step.line), max_call_depth);
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
        const unsigned thread = warp * 32 + static_cast<unsigned>(__builtin_ctz(rest));
        trace.lanes[thread].push(word, lanes);
        trace.meetings[thread].push_back(trace.met.size());
    }
    trace.met.push_back(std::move(step));
}

void StepTrace::barrier(const Block& block, unsigned warp, const CallSite& site) {
    TraceStep step;
    step.kind = StepKind::barrier;
    step.file = site.file;
    step.line = site.line;
    const unsigned live = block.warps[warp].live;
    for (unsigned rest = live; rest != 0; rest &= rest - 1)
        step.lanes.emplace_back().lane = static_cast<unsigned>(__builtin_ctz(rest));
    meet(trace_of(block), warp, live, EventKind::barrier, std::move(step));
}

void StepTrace::on_barrier(const Block& block) {
    settle_write();
    for (unsigned warp = 0; warp < block.warps.size(); ++warp)
        barrier(block, warp, block.barrier.site);
}

void StepTrace::on_grid_barrier() {
    settle_write();
    for (const auto& block : execution.blocks) {
        if (block->all_finished()) continue;
        for (unsigned warp = 0; warp < block->warps.size(); ++warp) {
            const unsigned live = block->warps[warp].live;
            if (live == 0) continue;
            const unsigned first = warp * 32 + static_cast<unsigned>(__builtin_ctz(live));
            barrier(*block, warp, block->threads[first].site);
        }
    }
}

void StepTrace::on_warp_sync(const Block& block, unsigned warp, Collective kind, unsigned lanes) {
    settle_write();
    if (lanes == 0) return;
    const Thread* threads = &block.threads[warp * 32];
    const Thread& first = threads[__builtin_ctz(lanes)];
    TraceStep step;
    step.kind = StepKind::collective;
    step.file = first.site.file;
    step.line = first.site.line;
    step.call = collective_name(kind);
    for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
        StepLane lane;
        lane.lane = static_cast<unsigned>(__builtin_ctz(rest));
        const Thread& thread = threads[lane.lane];
        lane.operand = thread.operand;
        lane.result = thread.result;
        lane.source = step.is_shuffle() ? source_lane(thread) : lane.lane;
        step.lanes.push_back(lane);
    }
    meet(trace_of(block), warp, lanes, EventKind::warp_sync, std::move(step));
}

void StepTrace::name_buffer(const void* address, const std::string& name) {
    const char* base = find_memory(address).base;
    if (base == nullptr) return;  // else all unknown memory would get the name
    names_[number(base)] = {number(address), name};
}

std::vector<TracedLaunch> StepTrace::take() {
    std::vector<std::uint64_t> addresses;
    for (const BuiltSteps& built : built_)
        addresses.insert(addresses.end(), built.pcs.begin(), built.pcs.end());
    std::sort(addresses.begin(), addresses.end());
    addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
    const auto places = find_source_lines(addresses);
    for (std::size_t i = 0; i < launches_.size(); ++i) {
        const std::vector<std::uint64_t>& pcs = built_[i].pcs;
        std::vector<TraceStep>& steps = launches_[i].steps = std::move(built_[i].steps);
        for (std::size_t s = 0; s < steps.size(); ++s) {
            const auto found = places.find(pcs[s]);
            if (pcs[s] == 0 || found == places.end()) continue;
            steps[s].file = found->second.file;
            steps[s].line = found->second.line;
        }
        std::stable_sort(steps.begin(), steps.end(), [](const TraceStep& a, const TraceStep& b) {
            return std::tie(a.block, a.interval, a.warp) < std::tie(b.block, b.interval, b.warp);
        });
    }
    return std::move(launches_);
}

}  // namespace workshop::emulator::profile

namespace workshop::emulator {
namespace {

std::unique_ptr<profile::StepTrace>& running_trace() {
    static auto& trace = *new std::unique_ptr<profile::StepTrace>;
    return trace;
}

float as_float(std::uint64_t bits) {
    float value = 0.0F;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

}  // namespace

float StepLane::value_as_float(unsigned i) const {
    return as_float(value[i / 2 % 2] >> i % 2 * 32);
}
float StepLane::operand_as_float() const {
    return as_float(operand);
}
float StepLane::result_as_float() const {
    return as_float(result);
}

const char* step_name(StepKind kind) {
    constexpr const char* names[] = {"global_load", "global_store", "global_atomic",
                                     "shared_load", "shared_store", "shared_atomic",
                                     "collective",  "barrier"};
    return names[static_cast<int>(kind)];
}

void start_step_trace() {
    watch::set_event_sink(nullptr);
    running_trace() = std::make_unique<profile::StepTrace>();
    watch::set_event_sink(running_trace().get());
}

std::vector<TracedLaunch> stop_step_trace() {
    if (running_trace() == nullptr) return {};
    watch::remove_event_sink(running_trace().get());
    std::vector<TracedLaunch> launches = running_trace()->take();
    running_trace().reset();
    return launches;
}

void trace_buffer(const void* address, const std::string& name) {
    if (running_trace() != nullptr) running_trace()->name_buffer(address, name);
}

}  // namespace workshop::emulator
