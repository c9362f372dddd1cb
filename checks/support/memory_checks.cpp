// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "common_checks.hpp"
#include "compare.hpp"
#include "few_blocks.hpp"
#include "launch.hpp"
#include "profiled_function.hpp"

namespace workshop::checks {

namespace {

/// The result in place must be the same bit for bit as out of place.
void in_place(const FunctionUnderTest& function) {
    for (const std::int64_t gap : {0, 3}) {
        std::vector<float> apart;
        std::vector<float> in_place_output;
        LaunchPlan plan;
        plan.input = normals_maker(3, 1000);
        plan.ldx_gap = gap;
        plan.ldy_gap = gap;
        plan.first_output = &apart;
        if (!check_launch(function, plan)) return;
        plan.in_place = true;
        plan.first_output = &in_place_output;
        if (!check_launch(function, plan)) return;
        const Comparison comparison = compare_bits(apart, in_place_output, 3, 1000);
        if (comparison.all_right()) continue;
        fail(function.name + " on 3 x 1000, in place:\n" + std::to_string(comparison.wrong_count) +
             " elements differ from the result that is written to another matrix.\n"
             "likely cause: An element is read again after it was overwritten.");
        return;
    }
}

void input_unchanged(const FunctionUnderTest& function) {
    for (const auto& [rows, cols] : {std::pair{17, 100}, {5, 1000}}) {
        LaunchPlan plan;
        plan.input = slopes_maker(rows, cols);
        plan.ldx_gap = 5;
        if (!check_launch(function, plan)) return;
    }
}

/// Gaps on either side alone, and different gaps: a mixed-up leading dimension shows.
void leading_dimensions(const FunctionUnderTest& function) {
    for (const auto& [gap_x, gap_y] : {std::pair{1, 0}, {0, 1}, {3, 8}, {29, 3}, {100, 100}}) {
        if (!function.has_leading_dimension_y && gap_x == 0) continue;
        for (const std::int64_t cols : {5, 33, 129}) {
            LaunchPlan plan;
            plan.input = slopes_maker(7, cols);
            plan.ldx_gap = gap_x;
            plan.ldy_gap = function.has_leading_dimension_y ? gap_y : 0;
            if (!check_launch(function, plan)) return;
        }
    }
    // A leading dimension beyond 2^32, of rows that are kept and of wide ones.
    if (!function.shares_a_row || !check_rows_far_apart(function, 70)) return;
    if (function.blocks_go_on) (void)check_rows_far_apart(function, 60004);
}

bool check_offsets(const FunctionUnderTest& function, std::int64_t cols) {
    for (std::int64_t x_offset = 0; x_offset < 4; ++x_offset) {
        for (std::int64_t y_offset = 0; y_offset < 4; ++y_offset) {
            LaunchPlan plan;
            plan.input = slopes_maker(5, cols);
            plan.x_offset = x_offset;
            plan.y_offset = y_offset;
            plan.threads_per_block = 64;
            if (!check_launch(function, plan)) return false;
        }
    }
    return true;
}

/// A kernel may load and store four elements at once where the width is a multiple of 4, as 36 and
/// 64 are, and the pointers allow it. A width of 37 would hide that the pointers are not looked at.
void unaligned_pointers(const FunctionUnderTest& function) {
    for (const std::int64_t cols : {37, 36, 64}) {
        if (!check_offsets(function, cols)) return;
    }
}

}  // namespace

CheckList memory_checks(const FunctionUnderTest& function) {
    know_oracle(function);  // all lists of checks come by here
    CheckList list;
    if (function.may_be_in_place) list.push_back({"InPlace", [=] { in_place(function); }});
    list.push_back({"InputUnchanged", [=] { input_unchanged(function); }});
    list.push_back({"LeadingDimensions", [=] { leading_dimensions(function); }});
    list.push_back({"UnalignedPointers", [=] { unaligned_pointers(function); }});
    return list;
}

}  // namespace workshop::checks
