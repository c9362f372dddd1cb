// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "asked_block_size.hpp"
#include "common_checks.hpp"
#include "device.hpp"
#include "few_blocks.hpp"
#include "launch.hpp"
#include "many_blocks.hpp"

namespace workshop::checks {

namespace {

bool check_shape(const FunctionUnderTest& function, std::int64_t rows, std::int64_t cols,
                 int threads = kUsualThreads) {
    LaunchPlan plan;
    plan.input = normals_maker(rows, cols);
    plan.threads_per_block = threads;
    return check_launch(function, plan);
}

void writes_every_element(const FunctionUnderTest& function) {
    for (const auto& [rows, cols] : {std::pair{4, 5}, {1, 1}, {37, 70}, {200, 3}}) {
        LaunchPlan plan;
        plan.input = slopes_maker(rows, cols);
        plan.values_matter = false;
        if (!check_launch(function, plan)) return;
    }
}

void ordinary_rows(const FunctionUnderTest& function) {
    LaunchPlan plan;
    plan.input = slopes_maker(3, 5);
    if (!check_launch(function, plan)) return;
    plan.input = slopes_maker(33, 100);
    if (!check_launch(function, plan)) return;
    check_shape(function, 129, 64);
}

void small_widths(const FunctionUnderTest& function) {
    for (std::int64_t cols = 1; cols <= 9; ++cols) {
        if (!check_shape(function, 3, cols) || !check_shape(function, 1, cols)) return;
    }
}

/// Widths around what kernels are built on: warps, blocks, unrolled and vectorised loops.
void width_thresholds(const FunctionUnderTest& function) {
    for (const std::int64_t cols :
         {31,  32,  33,  63,   64,   65,   127,  128,  129,  255,  256,  257,
          511, 512, 513, 1023, 1024, 1025, 4096, 4097, 4098, 8191, 8192, 8193}) {
        if (!check_shape(function, cols < 1000 ? 3 : 2, cols)) return;
    }
}

/// The maximum stands far from where a loop begins: last behind a long mask, first, in the middle.
/// Without it in the maximum, exp overflows or all is -inf. The seeds differ in the order of rows.
InputMaker far_maximum(std::int64_t cols) {
    return [=](std::uint64_t seed) {
        constexpr float kPeak = 1000.0F;
        constexpr std::int64_t kRows = 3;
        HostMatrix matrix = normals(kRows, cols, seed);
        const auto row = [=](std::int64_t r) {
            return (r + static_cast<std::int64_t>(seed)) % kRows;
        };
        std::fill_n(matrix.row(row(0)), cols - cols / 8, -std::numeric_limits<float>::infinity());
        matrix.contents = "one value of 1000 in each row, at the end of row " +
                          std::to_string(row(0)) + ", which begins with -inf";
        matrix.at(row(0), cols - 1) = kPeak;
        matrix.at(row(1), 0) = kPeak;
        matrix.at(row(2), cols / 2) = kPeak;
        return matrix;
    };
}

void wide_row(const FunctionUnderTest& function) {
    constexpr std::int64_t kWide = 100003;
    if (!check_shape(function, 1, kWide)) return;
    if (function.has_block_size && !check_shape(function, 2, kWide, 1024)) return;
    if (!function.has_exponentials) return;
    LaunchPlan plan;
    plan.input = far_maximum(kWide);
    check_launch(function, plan);
}

/// Threads of a block for many short rows: few on the CPU device, where every thread costs time.
int small_blocks(std::int64_t rows) {
    if (!on_cpu_device() || rows < 100) return kUsualThreads;
    return rows < 10000 ? 16 : 2;
}

/// Numbers of rows around warps and blocks, where surplus threads must go home.
void row_thresholds(const FunctionUnderTest& function) {
    for (const std::int64_t rows : {1, 2, 5, 31, 32, 33, 127, 128, 129, 255, 256, 257, 4097}) {
        if (!check_shape(function, rows, 3, small_blocks(rows))) return;
    }
}

/// More rows than gridDim.y allows, and no multiple of any block size. Where a thread takes a row
/// and the function chooses the size of a block, it takes more rows to have as many blocks.
void many_rows(const FunctionUnderTest& function) {
    if (!check_shape(function, 70001, 3, small_blocks(70001))) return;
    if (function.has_block_size) {
        check_second_rows(function);
        return;
    }
    if (!check_equal_rows(function, kMostBlocksInY * 128 + 129, 1)) return;
    check_rows_beyond_32_bits(function, 1);
}

void block_sizes(const FunctionUnderTest& function) {
    for (const int threads :
         {1, 2, 31, 32, 33, 64, 96, 100, 127, 128, 255, 256, 257, 512, 768, 1000, 1023, 1024}) {
        if (!check_shape(function, 2, 70, threads) || !check_shape(function, 2, 1100, threads)) {
            return;
        }
    }
    check_asked_block_sizes(function);
}

}  // namespace

CheckList shape_checks(const FunctionUnderTest& function) {
    CheckList list{
        {"WritesEveryElement", [=] { writes_every_element(function); }},
        {"OrdinaryRows", [=] { ordinary_rows(function); }},
        {"SmallWidths", [=] { small_widths(function); }},
        {"WidthThresholds", [=] { width_thresholds(function); }},
    };
    // Before the checks that use unusual block sizes for other reasons.
    if (function.has_block_size) list.push_back({"BlockSizes", [=] { block_sizes(function); }});
    list.push_back({"WideRow", [=] { wide_row(function); }});
    list.push_back({"RowThresholds", [=] { row_thresholds(function); }});
    list.push_back({"ManyRows", [=] { many_rows(function); }});
    return list;
}

void append(CheckList& list, const CheckList& more) {
    list.insert(list.end(), more.begin(), more.end());
}

}  // namespace workshop::checks
