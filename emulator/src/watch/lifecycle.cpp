// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "lifecycle.hpp"

#include <unordered_map>

#include "../scheduler.hpp"
#include "arena_watch.hpp"
#include "block_starts.hpp"
#include "constant_check.hpp"
#include "findings.hpp"
#include "named_variables.hpp"
#include "ordering.hpp"
#include "page_locked_regions.hpp"
#include "passed_variables.hpp"
#include "places.hpp"
#include "process_end.hpp"
#include "settings.hpp"
#include "slow_checks.hpp"

namespace workshop::emulator::watch {
namespace {

bool any_file_watched = false;

/// The latest stamp. The current block may have an earlier one: see resume_block().
std::uint64_t last_stamp = 0;

/// The stamp with which the current launch began. Those of its blocks are later.
std::uint64_t launch_began = 0;

/// The stamps of a block that has made room for others.
struct ParkedStamps {
    std::uint64_t stamp;
    std::uint64_t began;
};
std::unordered_map<const Block*, ParkedStamps>& parked_stamps() {
    static auto& all = *new std::unordered_map<const Block*, ParkedStamps>;
    return all;
}

/// A new stamp. When they run out the cells are emptied: what came before is forgotten.
std::uint64_t next_stamp() {
    hot.stamp = ++last_stamp;
    if (hot.stamp < most_stamps) return hot.stamp;
    for (Region* region : {&hot.global, &hot.static_shared, &hot.dynamic_shared, &hot.symbols}) {
        drop_cells(*region, region->begin, region->bytes);
        region->first = 1;
    }
    forget_page_locked_records();
    hot.launch_first = hot.block_first = hot.block_began = hot.stamp = last_stamp = 1;
    launch_began = 1;
    parked_stamps().clear();
    // In the middle of a launch: nothing that has an old stamp is asked for from now on.
    order_new_grid();
    if (execution.block != nullptr) note_block_start(execution.block->index, hot.block_began);
    return hot.stamp;
}

void begin_interval_of_block() {
    hot.block_first = hot.block_began = next_stamp();
    hot.static_shared.first = hot.dynamic_shared.first = hot.block_first;
}

void begin_interval_of_grid() {
    hot.launch_first = next_stamp();
    hot.global.first = hot.symbols.first = hot.launch_first;
    parked_stamps().clear();
}

void refresh_current() {
    if (execution.thread != nullptr) set_thread(execution.thread->number);
}

}  // namespace

void program_is_watched() {
    any_file_watched = true;
    // Before main() and before most static objects, so that it runs after their destructors.
    if (checkers().any()) watch_process_end();
}

bool watching() {
    return any_file_watched && checkers().any();
}

void begin_launch() {
    if (watching()) {
        hot.active = true;
        hot.kernel_watched = false;
        drop_freed_page_locked();
        open_places();
        open_passed_variables();
        open_windows();
        // Without a window every access of a variable gets the full check.
        if (find_named_variables()) hot.symbol_window.words = 0;
        hot.arguments = reinterpret_cast<std::uintptr_t>(execution.call->closure);
        hot.argument_bytes = execution.call->closure_bytes;
        begin_interval_of_grid();
        launch_began = hot.launch_first;
        order_new_launch();
        kernel_thread = true;
    }
    if (hot.sink != nullptr) hot.sink->on_launch_begin();
}

cudaError_t end_launch() {
    cudaError_t error = cudaSuccess;
    if (hot.active) {
        hot.active = false;
        kernel_thread = false;
        if (!hot.kernel_watched) all_initialised();
        check_constants(launch_began);
        error = report_findings();
    }
    hot.logs = nullptr;
    if (hot.sink != nullptr) hot.sink->on_launch_end();
    return error;
}

void begin_block(Block& block) {
    if (hot.active) {
        begin_interval_of_block();
        reset_shared();
        order_new_block(block.index, block.count());
    }
    if (hot.sink != nullptr) {
        hot.sink->on_block_begin(block);
        hot.logs = hot.sink->logs_of(block);
    }
}

void park_block(const Block& block) {
    if (hot.sink != nullptr) hot.sink->on_block_park(block);
    if (!hot.active) return;
    save_shared(&block);
    if (!block.has_runnable()) return;  // it waits for the grid, and all begins anew then
    parked_stamps()[&block] = {hot.stamp, hot.block_began};
    order_parked_block(&block);
}

void resume_block(Block& block) {
    if (hot.sink != nullptr) hot.logs = hot.sink->logs_of(block);
    if (!hot.active) return;
    load_shared(&block);
    const auto parked = parked_stamps().find(&block);
    if (parked == parked_stamps().end()) {  // after a barrier of the grid
        begin_interval_of_block();
        order_new_block(block.index, block.count());
        return;
    }
    // It goes on as if nothing had been in between: its threads keep their names.
    hot.stamp = parked->second.stamp;
    hot.block_began = parked->second.began;
    hot.block_first = run_of_stamp(hot.stamp);
    hot.static_shared.first = hot.dynamic_shared.first = hot.block_first;
    forget_shared_records();
    order_resumed_block(&block);
}

void end_block(const Block& block) {
    if (hot.sink != nullptr) hot.sink->on_block_end(block);
}

void end_thread(const Thread& thread) {
    leave_thread();
    if (hot.sink != nullptr) hot.sink->on_thread_end(thread);
}

void block_barrier(const Block& block) {
    if (hot.active) {
        next_stamp();
        if (note_block_start(block.index, hot.block_began)) {
            hot.block_first = hot.stamp;
            hot.static_shared.first = hot.dynamic_shared.first = hot.stamp;
        }
        order_barrier();
        refresh_current();
    }
    if (hot.sink != nullptr) hot.sink->on_barrier(block);
}

void grid_barrier() {
    if (hot.active) {
        begin_interval_of_grid();
        order_new_grid();
    }
    if (hot.sink != nullptr) hot.sink->on_grid_barrier();
}

void warp_sync(const Block& block, unsigned warp, Collective kind, unsigned lanes) {
    // Only __syncwarp orders memory; shuffles and votes do not.
    if (hot.active && kind == Collective::sync) {
        order_warp(warp, lanes);
        refresh_current();
    }
    if (hot.sink != nullptr) hot.sink->on_warp_sync(block, warp, kind, lanes);
}

void fence(bool whole_device) {
    if (on_kernel_thread()) order_fence(whole_device);
}

void atomic_access(const void* address, std::size_t bytes, const void* pc, const void* frame,
                   bool reads, bool in_block) {
    if (!on_kernel_thread()) return;
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    if (!reads) {
        // Its result does not depend on what was there: nothing has to be initialised.
        for (Region* region : {&hot.global, &hot.static_shared, &hot.dynamic_shared}) {
            if (place - region->begin < region->bytes) mark_written(*region, place, bytes);
        }
    }
    check_any(place, bytes, AccessKind::atomic, pc, reinterpret_cast<std::uintptr_t>(frame), true,
              false, in_block);
    order_strong_access(place, false, true, in_block);
}

void watch_copy(const void* to, const void* from, std::size_t bytes, const void* pc,
                const void* frame) {
    const auto own = reinterpret_cast<std::uintptr_t>(frame);
    if (from != nullptr) {
        check_any(reinterpret_cast<std::uintptr_t>(from), bytes, AccessKind::read, pc, own, false,
                  true);
    }
    check_any(reinterpret_cast<std::uintptr_t>(to), bytes, AccessKind::write, pc, own, false, true);
}

void watch_copy_to_come(const void* to, const void* from, std::size_t bytes, const void* pc,
                        const void* frame) {
    if (!on_kernel_thread()) return;
    watch_copy(to, from, bytes, pc, frame);
    const auto place = reinterpret_cast<std::uintptr_t>(to);
    for (Region* region : {&hot.static_shared, &hot.dynamic_shared}) {
        const std::uintptr_t offset = place - region->begin;
        if (region->state == nullptr || offset >= region->bytes || bytes > region->bytes - offset) {
            continue;
        }
        for (std::size_t i = 0; i < bytes; ++i) {
            if ((state_of_byte(*region, place + i) & 0x10) == 0) continue;  // no array is there
            set_state(*region, place + i, 1, RangeState::unusable);
            set_state(*region, place + i, 1, RangeState::usable);
        }
    }
}

void watch_copy_that_came(const void* to, std::size_t bytes, const void* pc, const void* frame) {
    if (!on_kernel_thread()) return;
    const auto place = reinterpret_cast<std::uintptr_t>(to);
    for (const Region* region : {&hot.global, &hot.static_shared, &hot.dynamic_shared}) {
        const std::uintptr_t offset = place - region->begin;
        if (region->state == nullptr || offset >= region->bytes || bytes > region->bytes - offset) {
            continue;
        }
        for (std::size_t i = 0; i < bytes; ++i) {
            if ((state_of_byte(*region, place + i) & 0x10) == 0) return;
        }
        watch_copy(to, nullptr, bytes, pc, frame);
    }
}

bool is_shared(std::uintptr_t address) {
    return address - hot.static_shared.begin < hot.static_shared.bytes ||
           address - hot.dynamic_shared.begin < hot.dynamic_shared.bytes;
}

std::uint64_t latest_stamp() {
    return last_stamp;
}

}  // namespace workshop::emulator::watch
