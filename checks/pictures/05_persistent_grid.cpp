// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lesson 5: which block takes which rows, on a device with one multiprocessor. Each turn of a block
// is what it does between two pairs of barriers.

#include "workshop/05_persistent_grid.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <stdexcept>

#include "lesson.hpp"

namespace workshop::pictures {
namespace {

constexpr int kRows = 15;
constexpr int kCols = 2304;  // so many that the device holds 6 blocks, as in the lesson
constexpr double kTop = 60;
constexpr double kRowHigh = 20;
constexpr double kBlockLeft = 236;
constexpr double kTurnLeft = 306;
constexpr double kTurnWide = 99;
constexpr double kBlockHigh = 48;
constexpr const char* kColours[] = {"blue", "green", "orange", "purple", "red", "grey"};

const char* colour_of(unsigned block) {
    return kColours[block % 6];
}

/// What a block does with global memory in one turn.
struct Turn {
    std::set<std::uint64_t> loaded;  ///< rows of x
    std::set<std::uint64_t> stored;  ///< rows of y
    std::string code;
};

/// Turns by number, then by block.
std::map<unsigned, std::map<unsigned, Turn>> turns_of(const TracedLaunch& launch) {
    std::map<unsigned, std::map<unsigned, Turn>> turns;
    for (const TraceStep& step : launch.steps) {
        if (!step.is_global()) continue;
        Turn& turn = turns[step.interval / 2][step.block];
        turn.code = code_of(step);
        std::set<std::uint64_t>& rows =
            step.kind == StepKind::global_store ? turn.stored : turn.loaded;
        for (const StepLane& lane : step.lanes)
            rows.insert(element_of(step, lane) / kCols);
    }
    return turns;
}

std::string row_names(const std::set<std::uint64_t>& rows) {
    std::string text;
    for (const std::uint64_t row : rows)
        text += (text.empty() ? "" : ", ") + std::to_string(row);
    return text;
}

double row_y(std::uint64_t row) {
    return kTop + kRowHigh * static_cast<double>(row);
}

void draw_turn(Picture& picture, unsigned number, unsigned block, const Turn& turn) {
    const double x = kTurnLeft + kTurnWide * number;
    const double y = kTop + kBlockHigh * block;
    if (!turn.stored.empty()) {
        picture.text(x + 4, y + 11, "writes " + row_names(turn.stored), {13, "start"});
        for (const std::uint64_t row : turn.stored) {
            picture.cell(122, row_y(row) + 1, 74, kRowHigh - 3, "block " + std::to_string(block),
                         colour_of(block), 12);
        }
    }
    if (!turn.loaded.empty()) {
        picture.cell(x + 2, y + 20, kTurnWide - 8, 18, "loads " + row_names(turn.loaded),
                     colour_of(block), 13);
        for (const std::uint64_t row : turn.loaded) {
            picture.cell(42, row_y(row) + 1, 74, kRowHigh - 3, "block " + std::to_string(block),
                         colour_of(block), 12);
        }
    }
}

std::string caption_of(unsigned number, const std::map<unsigned, Turn>& blocks) {
    std::size_t loads = 0;
    std::size_t stores = 0;
    for (const auto& [block, turn] : blocks) {
        loads += turn.loaded.size();
        stores += turn.stored.size();
    }
    if (number == 0) return "Every block loads its first row into shared memory";
    std::string text =
        "Turn " + std::to_string(number) + ": " + counted(stores, "row") + " written";
    if (loads > 0) return text + ", " + std::to_string(loads) + " loaded in the same pass";
    return text + "; nothing is left to load";
}

Picture draw_rows(const TracedLaunch& launch) {
    const auto turns = turns_of(launch);
    Picture picture("rows-of-blocks", 720, 462,
                    counted(kRows, "row") + " on a device that holds " +
                        counted(launch.grid.x, "block") + ": who takes which row");
    picture.text(34, 42, "row", {12, "end", "soft"});
    picture.text(79, 42, "x", {13, "middle", "ink", true, true});
    picture.text(159, 42, "y", {13, "middle", "ink", true, true});
    for (std::uint64_t row = 0; row < kRows; ++row) {
        picture.text(34, row_y(row) + kRowHigh / 2, std::to_string(row), {12, "end"});
        picture.cell(42, row_y(row) + 1, 74, kRowHigh - 3, "", "empty");
        picture.cell(122, row_y(row) + 1, 74, kRowHigh - 3, "", "empty");
    }
    picture.text(16, 18, "one multiprocessor, grid of " + counted(launch.grid.x, "block"),
                 {12, "start", "soft"});
    for (unsigned block = 0; block < launch.grid.x; ++block) {
        const double y = kTop + kBlockHigh * block;
        picture.text(kBlockLeft, y + 20, "block " + std::to_string(block), {12, "start"});
        picture.line(kBlockLeft, y + kBlockHigh - 2, 704, y + kBlockHigh - 2, "faint", false, false,
                     1);
    }
    for (const auto& [number, blocks] : turns) {
        // The last one has everything in it: time to read it.
        const double seconds = number == turns.rbegin()->first ? 6.0 : 3.5;
        picture.frame(caption_of(number, blocks), blocks.begin()->second.code, seconds);
        picture.outline(kTurnLeft + kTurnWide * number - 2, kTop - 8, kTurnWide,
                        kBlockHigh * launch.grid.x + 8, "orange", 1.5);
        picture.from_here();
        picture.text(kTurnLeft + kTurnWide * (number + 0.5), 42,
                     number == 0 ? "before" : "turn " + std::to_string(number), {12});
        for (const auto& [block, turn] : blocks)
            draw_turn(picture, number, block, turn);
        for (unsigned block = 0; block < launch.grid.x; ++block) {
            if (blocks.count(block) == 0)
                picture.text(kTurnLeft + kTurnWide * number + 4, kTop + kBlockHigh * block + 11,
                             "has ended", {12, "start", "soft"});
        }
    }
    return picture;
}

}  // namespace

LessonPictures draw_lesson() {
    // Before the first call of CUDA: the device is chosen once.
    if (setenv("WORKSHOP_DEVICE", "tiny", 1) != 0) throw std::runtime_error("setenv");
    const std::size_t count = std::size_t{kRows} * kCols;
    const DeviceFloats x(count);
    const DeviceFloats y(count);
    LessonPictures drawn;
    drawn.lesson = "05_persistent_grid";
    drawn.recordings.push_back(record(
        "persistent_softmax: 15 rows of 2304 columns, on the device tiny; of the steps the "
        "first of each row",
        {{x.get(), "x"}, {y.get(), "y"}},
        [&] { return persistent_softmax(kRows, kCols, x.get(), kCols, y.get(), kCols, nullptr); }));
    drawn.recordings[0].with_values = false;
    drawn.recordings[0].kept = [](const TraceStep& step) {
        return step.is_global() && element_of(step, step.lanes[0]) % kCols == 0;
    };
    drawn.pictures.push_back(draw_rows(drawn.recordings[0].launch));
    return drawn;
}

}  // namespace workshop::pictures
