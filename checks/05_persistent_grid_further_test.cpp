// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The checks of "one step further" of lesson 5: the same contract, for a kernel that nobody has to
// write.

#include "workshop/05_persistent_grid_further.hpp"
#include "support/device.hpp"
#include "support/inputs.hpp"
#include "support/launch.hpp"
#include "support/lesson_checks.hpp"
#include "support/lesson_numerics.hpp"
#include "support/persistent_ideas.hpp"
#include "support/profiled_function.hpp"
#include "support/softmax_suite.hpp"
#include "workshop/05_persistent_grid.hpp"

namespace workshop::checks {

namespace {

bool check_gaps(const FunctionUnderTest& function, std::int64_t rows, std::int64_t cols,
                std::int64_t ldx_gap, std::int64_t ldy_gap) {
    LaunchPlan plan;
    plan.input = normals_maker(rows, cols);
    plan.ldx_gap = ldx_gap;
    plan.ldy_gap = ldy_gap;
    return check_launch(function, plan);
}

bool check_shape(const FunctionUnderTest& function, std::int64_t rows, std::int64_t cols,
                 std::int64_t gap) {
    return check_gaps(function, rows, cols, gap, gap);
}

/// Every number of values that a thread can hold, by single floats and by four at a time; and the
/// widths where the row gets more threads.
void values_a_thread(const FunctionUnderTest& function) {
    for (std::int64_t cols = 128; cols <= 1024; cols += 128) {
        for (const std::int64_t near : {-4, -1, 0, 1, 4}) {
            if (!check_shape(function, 3, cols + near, 0)) return;
        }
    }
    for (const std::int64_t cols : {512, 1024, 2048, 4096, 8192, 16384}) {
        for (const std::int64_t near : {-4, -1, 0, 1, 4}) {
            if (!check_shape(function, 1, cols + near, 0)) return;
        }
    }
    // A gap decides whether four at a time are allowed.
    for (const std::int64_t gap : {1, 2, 3, 4}) {
        if (!check_shape(function, 5, 256, gap)) return;
    }
    // Four at a time where ldx, ldy and the columns all differ: without singles, and with some.
    if (!check_gaps(function, 5, 256, 4, 8)) return;
    (void)check_gaps(function, 5, 257, 1, 5);
}

void many_rows(const FunctionUnderTest& function) {
    const std::int64_t rows = on_cpu_device() ? 2001 : 70001;
    for (const std::int64_t cols : {3, 260}) {
        if (!check_shape(function, rows, on_cpu_device() ? 3 : cols, 0)) return;
    }
}

}  // namespace

void register_lesson_checks() {
    SoftmaxFunction softmax;
    softmax.has_block_size = false;
    softmax.numerics = register_numerics;
    softmax.call = [](const Arguments& a) {
        return softmax_in_registers(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.stream);
    };
    FunctionUnderTest function = softmax_under_test("softmax_in_registers", softmax);
    function.shares_a_row = true;
    function.blocks_go_on = true;
    CheckList list = softmax_contract(function);
    for (NamedCheck& check : list) {
        // The function chooses the block size, so many rows would be very many threads here.
        if (check.property == "ManyRows") check.body = [=] { many_rows(function); };
    }
    list.push_back({"ValuesAThread", [=] { values_a_thread(function); }});
    append(list, persistent_idea_checks(function, nullptr));
    register_checks(function.name, list);
    register_profiled_function(profiled(function));
}

}  // namespace workshop::checks
