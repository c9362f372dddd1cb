// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Counting while it is on: takes the events of the device and keeps what each kernel did.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../watch/events.hpp"
#include "profiler.hpp"

namespace workshop::emulator::profile {

/// @brief What the launches of one kernel with one configuration did.
struct KernelRecord {
    std::string kernel;
    dim3 grid;
    dim3 block;
    std::size_t dynamic_shared_bytes = 0;
    std::size_t static_shared_bytes = 0;
    std::uint64_t launches = 0;
    bool watched = true;       ///< false: no basic block arrived
    bool failed = false;       ///< a launch was given up
    std::uint64_t forced = 0;  ///< see Profiler::forced()
    std::unique_ptr<WarpCounter> counter;
    std::vector<BufferSummary> buffers;  ///< over all launches
};

/// @brief A shared array, for the names in pictures.
struct SharedRange {
    std::string name;
    std::uint64_t base = 0;
    std::uint64_t bytes = 0;
};

class Session : public watch::EventSink, private ProfiledDevice {
  public:
    Session() : profiler_(*this) {}

    void on_launch_begin() override;
    void on_launch_end() override;
    void on_block_begin(const Block& block) override;
    void on_block_end(const Block& block) override;
    void on_thread_end(const Thread& thread) override;
    LaneLog* logs_of(const Block& block) override;
    void on_access(const watch::Access& access) override;
    void on_basic_block(const void* pc) override;
    void on_call() override;
    void on_return() override;
    void on_barrier(const Block& block) override;
    void on_grid_barrier() override;
    void on_warp_sync(const Block& block, unsigned warp, Collective kind, unsigned lanes) override;

    void name_buffer(const void* address, const std::string& name);
    /// @brief A name that a buffer was given, and the address where its elements begin.
    struct BufferName {
        std::uint64_t base = 0;
        std::uint64_t first_element = 0;
        std::string name;
    };
    /// @brief The name of the buffer at a base; null when it was not named.
    const BufferName* buffer_name(std::uint64_t base) const;

    const std::vector<std::unique_ptr<KernelRecord>>& kernels() const { return kernels_; }
    const std::vector<SharedRange>& shared_ranges() const { return shared_; }
    /// @brief The place that a meeting's event stands for.
    CallSite site(std::uint64_t number) const { return sites_[number]; }

  private:
    unsigned sleeping_lanes(unsigned warp) override;
    bool let_others_run() override;
    void select(const Block& block) {
        if (__builtin_expect(profiler_.selected_block() != &block, 0))
            profiler_.select_block(&block);
    }
    std::uint64_t site_number(const CallSite& site);
    KernelRecord& record_of_launch();
    void note_shared_arrays();

    Profiler profiler_;
    std::vector<std::unique_ptr<KernelRecord>> kernels_;
    KernelRecord* record_ = nullptr;
    bool any_block_ = false;
    std::vector<CallSite> sites_;
    std::vector<BufferName> names_;
    std::vector<SharedRange> shared_;
};

}  // namespace workshop::emulator::profile
