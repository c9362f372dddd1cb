// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "block_steps.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "guarded_matrix.hpp"
#include "inputs.hpp"
#include "launch.hpp"

#ifdef WORKSHOP_BACKEND_EMULATOR
#include <emulator/step_trace.h>
#endif

namespace workshop::checks {

#ifdef WORKSHOP_BACKEND_EMULATOR

namespace {

constexpr int kWarpSize = 32;
constexpr std::int64_t kCols = 1024;

using emulator::StepKind;
using emulator::TracedLaunch;
using emulator::TraceStep;

/// Counts of one block, by thread and by warp.
struct Counter {
    explicit Counter(std::size_t threads) : loads(threads), stores(threads) {}

    void add(const TraceStep& step) {
        if (step.kind == StepKind::barrier) {
            if (step.warp == 0) ++barriers;
        } else if (step.is_shuffle()) {
            ++shuffles[step.warp];
        } else if (step.is_shared()) {
            auto& counts = step.kind == StepKind::shared_load ? loads : stores;
            for (const auto& lane : step.lanes)
                ++counts.at(step.warp * kWarpSize + lane.lane);
        }
    }

    int barriers = 0;
    std::vector<int> loads;
    std::vector<int> stores;  // atomics too
    std::map<unsigned, int> shuffles;
};

void take_larger(BlockSteps* most, const Counter& block, int enough_loads) {
    const auto larger = [](int* a, std::ptrdiff_t b) { *a = std::max(*a, static_cast<int>(b)); };
    larger(&most->barriers, block.barriers);
    larger(&most->most_loads, *std::max_element(block.loads.begin(), block.loads.end()));
    larger(&most->busy_threads, std::count_if(block.loads.begin(), block.loads.end(),
                                              [=](int loads) { return loads > enough_loads; }));
    larger(&most->storing_threads, std::count_if(block.stores.begin(), block.stores.end(),
                                                 [](int stores) { return stores > 0; }));
    larger(&most->warps_shuffling, static_cast<std::ptrdiff_t>(block.shuffles.size()));
    for (const auto& [warp, count] : block.shuffles)
        larger(&most->most_shuffles, count);
}

}  // namespace

std::optional<BlockSteps> count_steps(LaunchFacts* facts, int enough_loads, std::string* why_not) {
    const HostMatrix data = normals(1, kCols, 1);
    const std::int64_t output_cols = facts->function->output_columns(kCols);
    GuardedMatrix x("x", 1, kCols, kCols, 0);
    GuardedMatrix y("the output", 1, output_cols, output_cols, 0);
    x.upload(data.values);
    y.upload_poison();
    facts->data = data.contents;
    const int threads = facts->arguments.threads_per_block;
    facts->arguments = {1, kCols, x.data(), x.ld(), y.data(), y.ld(), threads, nullptr};
    emulator::start_step_trace();
    const bool well = call_and_wait(*facts);
    const auto launches = emulator::stop_step_trace();
    if (!well) return std::nullopt;
    BlockSteps most;
    for (const TracedLaunch& launch : launches) {
        if (!launch.complete) {
            *why_not = "the steps of " + launch.kernel + " cannot be recorded";
            return std::nullopt;
        }
        const std::size_t in_block =
            std::size_t{launch.block.x} * launch.block.y * launch.block.z + kWarpSize;
        std::map<unsigned, Counter> blocks;
        for (const TraceStep& step : launch.steps) {
            blocks.try_emplace(step.block, in_block).first->second.add(step);
        }
        for (const auto& [number, block] : blocks)
            take_larger(&most, block, enough_loads);
    }
    return most;
}

#else

std::optional<BlockSteps> count_steps(LaunchFacts*, int, std::string* why_not) {
    *why_not = "only the CPU device records steps";
    return std::nullopt;
}

#endif

}  // namespace workshop::checks
