// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "special_rows.hpp"

#include <algorithm>
#include <limits>

#include "launch.hpp"

namespace workshop::checks {

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kLowest = std::numeric_limits<float>::lowest();  // -FLT_MAX

constexpr std::int64_t kPlaces = 3;      // first, middle, last
constexpr std::int64_t kAlignments = 4;  // of a row whose leading dimension is odd

/// One way through a kernel, as far as shape and place of the matrices decide it.
struct Path {
    std::int64_t rows;
    std::int64_t cols;
    int threads;
    std::int64_t y_offset;
    bool in_place = false;
};

bool check_path(const FunctionUnderTest& function, const SpecialRows& special, const Path& path) {
    LaunchPlan plan;
    plan.input = special_rows_maker(path.rows, path.cols, special);
    plan.threads_per_block = path.threads;
    // An odd leading dimension: each row begins elsewhere between two multiples of 16 bytes.
    plan.ldx_gap = 1 + path.cols % 2;
    if (function.has_leading_dimension_y) plan.ldy_gap = plan.ldx_gap;
    plan.y_offset = path.y_offset;
    plan.in_place = path.in_place;
    return check_launch(function, plan);
}

}  // namespace

SpecialRow ordinary_row() {
    return [](float*, std::int64_t, std::int64_t) {};
}

SpecialRow filled_row(float value) {
    return [=](float* row, std::int64_t cols, std::int64_t) { std::fill_n(row, cols, value); };
}

SpecialRow half_masked_row(float mask) {
    return [=](float* row, std::int64_t cols, std::int64_t place) {
        const std::int64_t half = cols / 2;
        std::fill_n(row + std::clamp<std::int64_t>(place - half / 2, 0, cols - half), half, mask);
    };
}

SpecialRow row_with(float value) {
    return [=](float* row, std::int64_t, std::int64_t place) { row[place] = value; };
}

SpecialRow row_with_masked_neighbours(float value) {
    constexpr std::int64_t kNeighbours = 3;
    return [=](float* row, std::int64_t cols, std::int64_t place) {
        const std::int64_t from = std::max<std::int64_t>(place - kNeighbours, 0);
        const std::int64_t end = std::min(place + kNeighbours + 1, cols);
        std::fill(row + from, row + end, -kInfinity);
        row[place] = value;
    };
}

SpecialRow row_masked_but_for(float value) {
    return [=](float* row, std::int64_t cols, std::int64_t place) {
        std::fill_n(row, cols, -kInfinity);
        row[place] = value;
    };
}

SpecialRow shifted_row(float shift) {
    return [=](float* row, std::int64_t cols, std::int64_t) {
        for (std::int64_t c = 0; c < cols; ++c)
            row[c] += shift;
    };
}

InputMaker special_rows_maker(std::int64_t rows, std::int64_t cols, const SpecialRows& special) {
    return [=](std::uint64_t seed) {
        HostMatrix matrix = normals(rows, cols, seed);
        matrix.contents = special.contents;
        const std::int64_t places[kPlaces] = {0, cols / 2, cols - 1};
        const auto kinds = static_cast<std::int64_t>(special.kinds.size());
        for (std::int64_t r = 0; r < rows; ++r) {
            const std::int64_t i = seed == 1 ? r : rows - 1 - r;
            special.kinds[static_cast<std::size_t>(i % kinds)](matrix.row(r), cols,
                                                               places[i % kPlaces]);
        }
        return matrix;
    };
}

bool check_on_every_path(const FunctionUnderTest& function, const SpecialRows& special) {
    const auto kinds = static_cast<std::int64_t>(special.kinds.size());
    const std::int64_t at_each_place = kPlaces * kinds;
    constexpr int kFewThreads = 8;  // of which each has several elements of a narrow row
    constexpr int kWarp = 32;
    std::vector<Path> paths;
    for (const std::int64_t y_offset : {0, 1}) {  // aligned alike, and never alike
        if (y_offset != 0 && !function.has_leading_dimension_y) break;
        paths.push_back({kAlignments * at_each_place, 131, kWarp, y_offset});
        for (std::int64_t cols = 8; cols >= 1; --cols)
            paths.push_back({at_each_place, cols, kFewThreads, y_offset});
        paths.push_back({at_each_place, 1100, kWarp, y_offset});
    }
    if (function.may_be_in_place) paths.push_back({at_each_place, 131, kWarp, 0, true});
    // One kind at each place, for time: the second one is wider than any block keeps.
    paths.push_back({kPlaces, function.blocks_go_on ? 60004 : 9001, kUsualThreads, 0});
    return std::all_of(paths.begin(), paths.end(),
                       [&](const Path& path) { return check_path(function, special, path); });
}

SpecialRows all_special_rows() {
    return {
        "rows with -inf, +inf, NaN or large values, and rows that are all -inf",
        {filled_row(-kInfinity), row_with(kNan), half_masked_row(-kInfinity), row_with(kInfinity),
         row_with_masked_neighbours(kNan), row_with(1000.0F), filled_row(kLowest)}};
}

}  // namespace workshop::checks
