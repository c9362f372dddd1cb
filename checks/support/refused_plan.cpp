// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "refused_plan.hpp"

#include <limits>

#include "launch.hpp"

namespace workshop::checks {

std::string cause_of_refused_plan(const PlanFunction& plan, std::int64_t rows, std::int64_t cols) {
    constexpr std::int64_t kFewRows = 1000;
    PersistentPlan few{};
    if (rows <= std::numeric_limits<int>::max() || plan(kFewRows, cols, &few) != cudaSuccess ||
        few.blocks < 1) {
        return {};
    }
    return "For " + std::to_string(kFewRows) +
           " rows there is a plan, so this is about the number of rows. rows has 64 bits and "
           "blocks has 32: in an int, nothing is left of " +
           std::to_string(rows) +
           ". Compare in 64 bits, and turn only the smaller of the two numbers into an int.";
}

bool plan_for_endless_rows(const std::string& name, const PlanFunction& plan, std::int64_t cols,
                           PersistentPlan* out) {
    constexpr std::int64_t kMostBlocks = 200000;  // more than any device holds at a time
    *out = PersistentPlan{};
    const auto report = [](const std::string& problem, const std::string& cause) {
        fail(problem + (cause.empty() ? "" : "\nlikely cause: " + cause));
        return false;
    };
    const cudaError_t error = plan(kEndlessRows, cols, out);
    if (error != cudaSuccess) {
        return report(name + " for " + std::to_string(kEndlessRows) + " x " + std::to_string(cols) +
                          " returned " + describe_error(error) + ", wanted cudaSuccess.",
                      cause_of_refused_plan(plan, kEndlessRows, cols));
    }
    const std::int64_t wave = std::int64_t{out->blocks} * out->rows_per_block;
    if (wave >= 1 && wave <= kMostBlocks) return true;
    return report(name + " for endless rows of " + std::to_string(cols) +
                      " columns: " + describe_plan(*out) + '.',
                  wave < 1 ? cause_of_refused_plan(plan, kEndlessRows, cols)
                           : "The grid has to be limited by what the device holds at a time, not "
                             "only by the rows.");
}

}  // namespace workshop::checks
