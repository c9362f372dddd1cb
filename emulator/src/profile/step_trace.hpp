// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Records a launch event by event, and puts the threads' events together to steps of warps.
///
/// The hooks deliver an event to the sink when the log of its thread has no room. A trace gives
/// them logs that never have room, so it sees each event at its time, while memory still holds the
/// value. Its own logs hold the number of the event in place of the address.

#include <emulator/step_trace.h>

#include <map>
#include <memory>

#include "../watch/events.hpp"
#include "step_builder.hpp"

namespace workshop::emulator::profile {

class StepTrace : public watch::EventSink {
  public:
    void on_launch_begin() override;
    void on_launch_end() override;
    void on_block_begin(const Block& block) override;
    void on_block_park(const Block& block) override;
    void on_block_end(const Block& block) override;
    LaneLog* logs_of(const Block& block) override;
    void on_access(const watch::Access& access) override;
    void on_basic_block(const void* pc) override;
    void on_call() override;
    void on_return() override;
    void on_thread_end(const Thread& thread) override;
    void on_barrier(const Block& block) override;
    void on_grid_barrier() override;
    void on_warp_sync(const Block& block, unsigned warp, Collective kind, unsigned lanes) override;

    void name_buffer(const void* address, const std::string& name);

    /// @brief Everything that was recorded, with lines and names.
    std::vector<TracedLaunch> take();

  private:
    BlockTrace& trace_of(const Block& block) { return *blocks_.at(&block); }
    BlockTrace& current();
    void settle_write();
    void meet(BlockTrace& trace, unsigned warp, unsigned lanes, EventKind kind, TraceStep step);
    void barrier(const Block& block, unsigned warp, const CallSite& site);

    std::map<const Block*, std::unique_ptr<BlockTrace>> blocks_;
    std::vector<LaneLog> no_room_;
    bool any_block_ = false;
    // A store is delivered before it happens: the value is there at the next event.
    BlockTrace* writes_in_ = nullptr;
    std::size_t write_ = 0;
    unsigned write_bytes_ = 0;
    BufferNames names_;
    std::vector<TracedLaunch> launches_;
    std::vector<BuiltSteps> built_;  ///< of each launch, until take()
};

}  // namespace workshop::emulator::profile
