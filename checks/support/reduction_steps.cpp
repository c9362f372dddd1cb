// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "reduction_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "device.hpp"
#include "guarded_matrix.hpp"
#include "inputs.hpp"
#include "launch.hpp"
#include "wide_looks.hpp"

#ifdef WORKSHOP_BACKEND_EMULATOR
#include <emulator/step_trace.h>
#endif

namespace workshop::checks {

namespace {

constexpr int kWarpSize = 32;
// A column for each thread, and no more: what is read twice is not the row.
constexpr std::int64_t kCols = 1024;
// The largest block, where a chain differs most from a tree, and one with a partial warp.
constexpr int kBlocks[] = {1024, 1000};

/// What the block that does most of it does, over all kernels of one call.
struct BlockSteps {
    int barriers = 0;
    int most_loads = 0;       ///< of shared memory, of one thread
    int busy_threads = 0;     ///< that load more often than a tree needs
    int storing_threads = 0;  ///< that store something in shared memory
    int most_shuffles = 0;    ///< of one warp
    int warps_shuffling = 0;
};

int steps_of_tree(int threads) {
    int steps = 0;
    for (int left = threads; left > 1; left = (left + 1) / 2)
        ++steps;
    return steps;
}

/// Loads of one thread in shared memory. A tree of pairs needs two in each step, one more reads
/// the result, and a way of its own may read a third. A chain of `threads` values needs as many.
int most_loads(int threads, const Reduction& reduction) {
    const int steps = steps_of_tree(threads);
    if (reduction.by == ReducedBy::tree) return 3 * steps + 1;
    // After the shuffles each thread may read the values of all 32 warps.
    return reduction.words * (4 * steps + 8);
}

/// Barriers for all reductions: those of a tree twice, or those of two stages and two spare ones.
int most_barriers(int threads, const Reduction& reduction) {
    const int one = reduction.by == ReducedBy::shuffles ? 4 : 2 * steps_of_tree(threads) + 6;
    return one * reduction.reductions;
}

#ifdef WORKSHOP_BACKEND_EMULATOR

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

/// Calls the function once, for one row. Reports with fail() when the call itself fails.
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

Finding look_at_loads(const BlockSteps& steps, int threads, const Reduction& reduction) {
    if (steps.most_loads <= most_loads(threads, reduction)) return {};
    const bool several = steps.busy_threads > 1;
    return {
        (several ? std::to_string(steps.busy_threads) + " threads of the block each read"
                 : std::string("One thread of the block reads")) +
            " shared memory " + (several ? "up to " : "") + std::to_string(steps.most_loads) +
            " times to reduce what " + std::to_string(threads) + " threads bring. Halving takes " +
            std::to_string(steps_of_tree(threads)) + " steps, with two values read in each.",
        "A thread takes one after the other what the others have stored: a long chain, while the "
        "other threads wait or do the same work again. Let half of the threads that are left "
        "combine one pair each, then half of these, until one value is left."};
}

Finding look_at_tree(const BlockSteps& steps, int threads) {
    if (steps.storing_threads * 2 >= threads) return {};
    return {"Of " + std::to_string(threads) + " threads " + std::to_string(steps.storing_threads) +
                (steps.storing_threads == 1 ? " stores" : " store") +
                " something in shared memory. The tree begins with a value of each.",
            "The values are combined before they come to shared memory, for example by the "
            "shuffles of the other function. Here every thread stores its own, and a tree in "
            "shared memory combines them: what the shuffles save can then be measured."};
}

Finding look_at_shuffles(const BlockSteps& steps, int threads) {
    const int warps = (threads + kWarpSize - 1) / kWarpSize;
    if (steps.warps_shuffling < warps) {
        return {"Of " + std::to_string(warps) + " warps " + std::to_string(steps.warps_shuffling) +
                    (steps.warps_shuffling == 1 ? " executes" : " execute") + " a shuffle.",
                "The values come together in shared memory. In this function every warp combines "
                "its 32 values by shuffles, from register to register, and brings one value to "
                "shared memory."};
    }
    return {};
}

Finding look_at_length(const BlockSteps& steps, int threads, const Reduction& reduction) {
    const int most = 3 * steps_of_tree(threads) * reduction.words;
    if (steps.most_shuffles <= most) return {};
    return {"A warp executes " + std::to_string(steps.most_shuffles) +
                " shuffles for one row. Five combine the values of 32 lanes.",
            "The lanes' values are fetched one after the other. Halve the distance from step to "
            "step: 16, 8, 4, 2, 1."};
}

Finding look_at_barriers(const BlockSteps& steps, int threads, const Reduction& reduction) {
    if (steps.barriers <= most_barriers(threads, reduction)) return {};
    const bool tree = reduction.by == ReducedBy::tree;
    const int needed = reduction.reductions * (tree ? 1 + steps_of_tree(threads) : 2);
    return {"The block meets at " + std::to_string(steps.barriers) + " barriers for one row; " +
                std::to_string(needed) + " are enough.",
            tree ? "A barrier is needed before the first step of the tree and after each step, and "
                   "a step halves the number of values."
                 : "Shuffles need no barrier. One stands before the warps' values are read, one "
                   "before the result is."};
}

Finding look_at(const BlockSteps& steps, int threads, const Reduction& reduction) {
    const bool tree = reduction.by == ReducedBy::tree;
    const bool shuffles = reduction.by == ReducedBy::shuffles;
    std::vector<Finding> all;
    if (tree) all.push_back(look_at_tree(steps, threads));
    if (shuffles) all.push_back(look_at_shuffles(steps, threads));
    all.push_back(look_at_loads(steps, threads, reduction));
    all.push_back(look_at_length(steps, threads, reduction));
    all.push_back(look_at_barriers(steps, threads, reduction));
    for (Finding& finding : all) {
        if (!finding.problem.empty()) return std::move(finding);
    }
    return {};
}

void check_reduction(const FunctionUnderTest& function, const Reduction& reduction) {
    for (const int threads : kBlocks) {
        LaunchFacts facts;
        facts.function = &function;
        facts.arguments.threads_per_block = threads;
        std::string why_not;
        const auto steps = count_steps(&facts, most_loads(threads, reduction), &why_not);
        if (!why_not.empty()) GTEST_SKIP() << why_not;
        if (!steps) return;
        const Finding finding = look_at(*steps, threads, reduction);
        if (finding.problem.empty()) continue;
        report_idea(facts, finding);
        return;
    }
}

}  // namespace

NamedCheck reduction_check(const FunctionUnderTest& function, const Reduction& reduction) {
    const bool tree = reduction.by == ReducedBy::tree;
    const bool shuffles = reduction.by == ReducedBy::shuffles;
    const std::string property = tree ? "IdeaTree" : shuffles ? "IdeaShuffles" : "IdeaFewSteps";
    const auto body = [function, reduction] {
        if (!on_cpu_device()) {
            GTEST_SKIP() << how_to_see_it(
                function.name,
                "smsp__inst_executed_op_shared_ld.sum,smsp__inst_executed_op_shared_st.sum");
        }
        check_reduction(function, reduction);
    };
    return {property, body};
}

}  // namespace workshop::checks
