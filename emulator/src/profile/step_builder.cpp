// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "step_builder.hpp"

#include <tuple>

#include "../launch.hpp"
#include "../pointers.hpp"
#include "../scheduler.hpp"
#include "../shared_memory.hpp"
#include "../symbols.hpp"
#include "request_shape.hpp"
#include "warp_merge.hpp"

namespace workshop::emulator::profile {
namespace {

StepKind step_kind(EventWord word) {
    const int first = space_of(word) == Space::shared ? static_cast<int>(StepKind::shared_load)
                                                      : static_cast<int>(StepKind::global_load);
    const int what = static_cast<int>(kind_of(word)) - static_cast<int>(EventKind::read);
    return static_cast<StepKind>(first + what);
}

/// Fills in what memory the address of a step belongs to.
void name_shared(TraceStep& step, std::uint64_t address) {
    for (const SharedArray& array : shared_arrays()) {
        if (address - number(array.address) >= array.bytes) continue;
        step.memory = array.name;
        step.base = number(array.address);
    }
    const std::uint64_t dynamic = number(shared_memory().dynamic());
    if (address - dynamic >= execution.configuration->dynamic_shared_bytes) return;
    step.memory = "dynamic shared memory";
    step.base = dynamic;
}

/// From the merged events of a warp to its steps.
class Builder {
  public:
    Builder(BlockTrace& block, unsigned warp, const BufferNames& names, BuiltSteps& built)
        : block_(block), warp_(warp), names_(names), built_(built) {}

    void on_block(EventWord, unsigned) {}
    void on_divergent_branch(EventWord, unsigned) {}

    void on_meeting(EventWord word, unsigned lanes) {
        const auto first = static_cast<unsigned>(__builtin_ctz(lanes));
        const std::size_t which = block_.meetings[warp_ * 32 + first].front();
        for (unsigned rest = lanes; rest != 0; rest &= rest - 1)
            block_.meetings[warp_ * 32 + static_cast<unsigned>(__builtin_ctz(rest))].pop_front();
        add(block_.met[which], 0);
        if (kind_of(word) == EventKind::barrier) ++interval_;
    }

    void on_access(EventWord word, unsigned lanes, const std::uint64_t* events) {
        TraceStep step;
        step.kind = step_kind(word);
        step.access_bytes = bytes_of(word);
        std::uint64_t addresses[32] = {};
        for (unsigned rest = lanes; rest != 0; rest &= rest - 1) {
            StepLane lane;
            lane.lane = static_cast<unsigned>(__builtin_ctz(rest));
            const TracedAccess& access = block_.accesses[events[lane.lane]];
            lane.address = addresses[lane.lane] = access.address;
            lane.value[0] = access.value[0];
            lane.value[1] = access.value[1];
            step.lanes.push_back(lane);
        }
        if (step.is_shared()) {
            step.units = count_shared_waves(addresses, lanes, step.access_bytes,
                                            kind_of(word) == EventKind::read)
                             .taken;
            name_shared(step, step.lanes[0].address);
        } else {
            step.units = count_sectors(RequestRuns(addresses, lanes, step.access_bytes));
            const MemoryRange range =
                find_memory(reinterpret_cast<const void*>(step.lanes[0].address));
            step.base = number(range.base);
            const auto named = names_.find(step.base);
            if (named != names_.end()) std::tie(step.base, step.memory) = named->second;
        }
        add(std::move(step), pc_of(word) - 1);
    }

  private:
    void add(TraceStep step, std::uint64_t pc) {
        step.block = block_.number;
        step.warp = warp_;
        step.interval = interval_;
        built_.steps.push_back(std::move(step));
        built_.pcs.push_back(pc);
    }

    BlockTrace& block_;
    unsigned warp_;
    const BufferNames& names_;
    BuiltSteps& built_;
    unsigned interval_ = 0;
};

}  // namespace

BlockTrace::BlockTrace(unsigned threads)
    : lanes(threads), warps((threads + 31) / 32), meetings(threads) {
    for (unsigned warp = 0; warp < warps.size(); ++warp) {
        const unsigned count = threads - warp * 32;
        warps[warp].lanes = &lanes[warp * 32];
        warps[warp].existing = count >= 32 ? ~0U : (1U << count) - 1;
        warps[warp].reset();
    }
}

void build_steps(BlockTrace& block, const BufferNames& names, BuiltSteps& built) {
    for (unsigned warp = 0; warp < block.warps.size(); ++warp) {
        block.warps[warp].unfinished = 0;
        Builder builder(block, warp, names, built);
        WarpMerge<Builder>(block.warps[warp], builder).run(MergeMode::force);
    }
}

}  // namespace workshop::emulator::profile
