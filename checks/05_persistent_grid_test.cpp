// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The checks of lesson 5. The suites themselves are in support/softmax_suite.cpp,
// support/grid_plan.cpp, support/persistent_ideas.cpp and the files beside them.

#include "workshop/05_persistent_grid.hpp"

#include <algorithm>
#include <tuple>

#include "support/device.hpp"
#include "support/device_models.hpp"
#include "support/grid_plan.hpp"
#include "support/guarded_matrix.hpp"
#include "support/inputs.hpp"
#include "support/launch.hpp"
#include "support/lesson_checks.hpp"
#include "support/lesson_numerics.hpp"
#include "support/persistent_ideas.hpp"
#include "support/profiled_function.hpp"
#include "support/refused_plan.hpp"
#include "support/softmax_suite.hpp"
#include "support/special_rows.hpp"

namespace workshop::checks {

namespace {

bool check_shape(const FunctionUnderTest& function, std::int64_t rows, std::int64_t cols) {
    LaunchPlan plan;
    plan.input = normals_maker(rows, cols);
    return check_launch(function, plan);
}

/// More rows than blocks, by one and by several rounds.
void many_rows(const FunctionUnderTest& function) {
    // A full grid of narrow rows; where the plan is wrong its own checks say so.
    PersistentPlan plan{};
    if (!plan_for_endless_rows("plan_persistent", plan_persistent, 3, &plan)) return;
    const std::int64_t wave = std::int64_t{plan.blocks} * plan.rows_per_block;
    if (!check_shape(function, wave + 1, 3) || on_cpu_device()) return;
    for (const std::int64_t rows :
         {wave - 1, wave, 2 * wave - 1, 2 * wave + 1, 3 * wave + 5, std::int64_t{70001}}) {
        if (!check_shape(function, rows, 3) || !check_shape(function, rows, 260)) return;
    }
}

constexpr std::int64_t kOrdinaryFloats = 48 * 1024 / sizeof(float);

/// A row of nearly 48 KiB needs the opt-in as well: the kernel has shared memory of its own. An
/// opt-in lasts until the process ends, so this shows only where no wider row was kept before: the
/// checks before this one have none. A plan that keeps no wide row has checks of its own.
bool keeps_row_below_ordinary_end() {
    constexpr std::int64_t kRows = 10;
    constexpr std::int64_t kNearly = kOrdinaryFloats - 1;
    constexpr std::int64_t kKernelsOwn = 1024 / sizeof(float);  // what the contract leaves to it
    const std::int64_t wide = most_shared_bytes() / std::int64_t{sizeof(float)} - kKernelsOwn;
    if (wide <= kOrdinaryFloats) return true;
    PersistentPlan of_nearly{};
    PersistentPlan of_wide{};
    if (plan_persistent(kRows, kNearly, &of_nearly) != cudaSuccess ||
        plan_persistent(kRows, wide, &of_wide) != cudaSuccess || of_nearly.reads_per_element == 1 ||
        of_wide.reads_per_element != 1) {
        return true;
    }
    fail("plan_persistent reads a row of " + std::to_string(kNearly) +
         " columns twice, and one of " + std::to_string(wide) +
         " columns once.\nlikely cause: The opt-in to more than 48 KiB is left out where the row "
         "alone has less. The shared memory of the kernel itself counts as well: opt in for every "
         "row that is kept.");
    return false;
}

/// Where the shared memory of a block ends: without and with opting in.
void shared_memory_thresholds(const FunctionUnderTest& function) {
    if (!keeps_row_below_ordinary_end()) return;
    const std::int64_t most = most_shared_bytes() / std::int64_t{sizeof(float)};
    for (const std::int64_t cols : {kOrdinaryFloats - 1, kOrdinaryFloats, kOrdinaryFloats + 1}) {
        if (!check_shape(function, 2, cols)) return;
    }
    // A kernel has some shared memory of its own: between these the row stops to fit.
    for (const std::int64_t cols : {most - 256, most - 1, most, most + 1})
        if (!check_shape(function, 1, cols)) return;
}

/// Rows that no block keeps have a kernel of their own, with its own loop over rows and its own
/// addresses. On the smallest device there are more rows than blocks, which EveryDeviceModel runs;
/// where that takes too long, two rows show the addresses.
bool several_wide_rows(const FunctionUnderTest& function) {
    constexpr std::int64_t kFewRows = 2;
    const std::int64_t most_elements = on_cpu_device() ? 170000 : 40000000;
    const std::int64_t cols = most_shared_bytes() / std::int64_t{sizeof(float)} + 1;
    PersistentPlan grid{};
    // A plan that is wrong has checks of its own.
    (void)plan_persistent(kEndlessRows, cols, &grid);
    std::int64_t rows = std::max<std::int64_t>(std::int64_t{grid.blocks} + 2, kFewRows);
    if (rows * cols > most_elements) rows = kFewRows;
    LaunchPlan plan;
    plan.input = slopes_maker(rows, cols);
    plan.ldx_gap = 3;
    plan.ldy_gap = 8;
    if (!check_launch(function, plan)) return false;
    // Special rows in the first round and in later ones: as many as there are kinds of them.
    const SpecialRows special = all_special_rows();
    const auto kinds = static_cast<std::int64_t>(special.kinds.size());
    rows = std::int64_t{grid.blocks} + kinds;
    if (rows * cols > most_elements) return true;
    plan.input = special_rows_maker(rows, cols, special);
    return check_launch(function, plan);
}

/// Rows that are kept, each fetched while the one before is written. On a small device these are
/// several rounds: EveryDeviceModel runs them there.
void several_rounds(const FunctionUnderTest& function) {
    for (const auto& [rows, cols, gap] : {std::tuple{50, 300, 5}, {20, 2000, 0}}) {
        for (const bool in_place : {false, true}) {
            LaunchPlan plan;
            plan.input = slopes_maker(rows, cols);
            plan.ldx_gap = gap;
            plan.ldy_gap = in_place ? gap : gap + 3;
            plan.in_place = in_place;
            if (!check_launch(function, plan)) return;
        }
    }
    LaunchPlan special;  // on the smallest device, each kind at each place, and a round after it
    special.input = special_rows_maker(on_cpu_device() ? 60 : 5000, 300, all_special_rows());
    special.ldx_gap = 5;
    special.ldy_gap = 8;
    if (!check_launch(function, special)) return;
    if (!several_wide_rows(function) || on_cpu_device()) return;
    for (const std::int64_t cols : {1, 31, 33, 300, 1025, 2000, 4096, 8193, 12289, 16385}) {
        const std::int64_t rows = cols < 3000 ? 5000 : 600;
        if (!check_shape(function, rows, cols)) return;
        LaunchPlan gaps;  // the next row of x begins elsewhere than that of y
        gaps.input = slopes_maker(rows, cols);
        gaps.ldx_gap = 5;
        gaps.ldy_gap = 8;
        if (!check_launch(function, gaps)) return;
    }
}

CheckList contract(const FunctionUnderTest& function) {
    CheckList list = softmax_contract(function);
    for (NamedCheck& check : list) {
        // The function chooses the block size, so many rows would be very many threads here.
        if (check.property == "ManyRows") check.body = [=] { many_rows(function); };
    }
    list.push_back({"SharedMemoryThresholds", [=] { shared_memory_thresholds(function); }});
    list.push_back({"SeveralRounds", [=] { several_rounds(function); }});
    return list;
}

}  // namespace

void register_lesson_checks() {
    SoftmaxFunction softmax;
    softmax.has_block_size = false;
    softmax.numerics = persistent_numerics;
    softmax.call = [](const Arguments& a) {
        return persistent_softmax(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.stream);
    };
    FunctionUnderTest function = softmax_under_test("persistent_softmax", softmax);
    function.shares_a_row = true;
    function.blocks_go_on = true;
    register_checks(function.name, contract(function));
    register_checks("plan_persistent", grid_plan_checks("plan_persistent", plan_persistent));
    register_checks(function.name, persistent_idea_checks(function, plan_persistent));
    register_checks(function.name,
                    device_model_checks("plan_persistent.*:persistent_softmax.Idea*:"
                                        "persistent_softmax.SeveralRounds:"
                                        "persistent_softmax.SharedMemoryThresholds"));
    register_profiled_function(profiled(function));
}

}  // namespace workshop::checks
