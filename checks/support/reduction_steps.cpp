// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "reduction_steps.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "block_steps.hpp"
#include "device.hpp"
#include "wide_looks.hpp"

namespace workshop::checks {

namespace {

constexpr int kWarpSize = 32;
// The largest block, where a chain differs most from a tree, and one with a partial warp.
constexpr int kBlocks[] = {1024, 1000};

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
