// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lesson 1: a warp whose lanes have a row each, and what its requests touch. Beside it a request of
// lesson 2, where the lanes share a row.

#include "workshop/01_serial_softmax.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "lesson.hpp"
#include "workshop/02_block_reduction.hpp"

namespace workshop::pictures {
namespace {

constexpr int kRows = 32;
constexpr int kCols = 8;  // a row is one sector
constexpr std::uint64_t kSectorFloats = 8;
constexpr double kLeft = 76;
constexpr double kTop = 34;
constexpr double kWide = 26;
constexpr double kHigh = 11;
constexpr double kRight = 336;
constexpr double kBar = 368;

double cell_x(std::uint64_t element) {
    return kLeft + kWide * static_cast<double>(element % kCols);
}
double cell_y(std::uint64_t element) {
    return kTop + kHigh * static_cast<double>(element / kCols);
}

/// Requests of the same line, one for each column.
struct Pass {
    std::vector<const TraceStep*> requests;
};

std::vector<Pass> passes_of(const TracedLaunch& launch) {
    std::vector<Pass> passes;
    for (const TraceStep& step : launch.steps) {
        if (!step.is_global()) continue;
        const auto same = std::find_if(passes.begin(), passes.end(), [&](const Pass& pass) {
            return pass.requests[0]->kind == step.kind &&
                   code_of(*pass.requests[0]) == code_of(step);
        });
        if (same != passes.end()) {
            same->requests.push_back(&step);
        } else {
            passes.push_back({{&step}});
        }
    }
    return passes;
}

/// What was asked for so far.
struct Totals {
    std::size_t requests = 0;
    std::size_t sectors = 0;
    std::set<std::uint64_t> elements;

    void add(const TraceStep& step) {
        ++requests;
        sectors += step.units;
        for (const StepLane& lane : step.lanes)
            elements.insert(element_of(step, lane));
    }
};

/// Sectors in red, and what the lanes want of them in blue.
void draw_request(Picture& picture, const TraceStep& step) {
    std::set<std::uint64_t> sectors;
    for (const StepLane& lane : step.lanes)
        sectors.insert(element_of(step, lane) / kSectorFloats);
    for (const std::uint64_t sector : sectors) {
        const std::uint64_t first = sector * kSectorFloats;
        picture.cell(cell_x(first) + 0.5, cell_y(first) + 0.5, kWide * kSectorFloats - 1, kHigh - 1,
                     "", "red");
    }
    for (const StepLane& lane : step.lanes) {
        const std::uint64_t element = element_of(step, lane);
        picture.cell(cell_x(element) + 0.5, cell_y(element) + 0.5, kWide - 1, kHigh - 1, "",
                     "blue");
    }
    picture.text(kLeft - 8, kTop - 11, step.memory, {13, "end", "ink", true, true});
}

/// How much of what is fetched is used: a bar.
void draw_share(Picture& picture, double y, std::size_t fetched, std::size_t used) {
    const double part = kBar * static_cast<double>(used) / static_cast<double>(fetched);
    picture.cell(kRight, y, kBar, 18, "", "red");
    picture.cell(kRight, y, part, 18, "", "blue");
    picture.text(kRight, y + 32,
                 std::to_string(fetched) + " bytes in sectors, " + std::to_string(used) +
                     " bytes wanted (blue)",
                 {12, "start"});
}

void tell_request(Picture& picture, double y, const TraceStep& step) {
    picture.text(kRight, y,
                 counted(step.lanes.size(), "lane") + ", " + counted(step.units, "sector"),
                 {16, "start", step.units == step.lanes.size() ? "red" : "blue", true});
    draw_share(picture, y + 18, step.units * std::size_t{32},
               step.lanes.size() * step.access_bytes);
}

void tell_totals(Picture& picture, const TraceStep& step, const Totals& totals) {
    picture.text(kRight, 140,
                 (step.kind == StepKind::global_store ? "stores to " : "loads of ") + step.memory +
                     " so far",
                 {12, "start", "soft"});
    picture.text(kRight, 160,
                 counted(totals.requests, "request") + ", " + counted(totals.sectors, "sector") +
                     ", " + std::to_string(totals.sectors * 32) + " bytes",
                 {13, "start"});
    picture.text(kRight, 180,
                 "for " + std::to_string(totals.elements.size() * 4) + " different bytes",
                 {13, "start"});
}

void draw_grid(Picture& picture) {
    for (unsigned lane = 0; lane < kRows; lane += 4)
        picture.text(kLeft - 8, cell_y(lane * kCols) + kHigh / 2, "lane " + std::to_string(lane),
                     {12, "end"});
    for (int column = 0; column < kCols; ++column)
        picture.text(kLeft + kWide * (column + 0.5), kTop - 11, std::to_string(column), {12});
    for (std::uint64_t element = 0; element < std::uint64_t{kRows} * kCols; ++element)
        picture.cell(cell_x(element) + 0.5, cell_y(element) + 0.5, kWide - 1, kHigh - 1, "",
                     "empty");
}

/// The first load of lesson 2: the lanes share a row.
void draw_neighbours(Picture& picture, const TracedLaunch& launch) {
    const auto load =
        std::find_if(launch.steps.begin(), launch.steps.end(),
                     [](const TraceStep& s) { return s.kind == StepKind::global_load; });
    if (load == launch.steps.end()) throw std::runtime_error("lesson 2 loads nothing");
    picture.frame("Beside it the first load of block_softmax in lesson 2: 32 lanes, one row",
                  code_of(*load), 4.0);
    picture.from_here();
    picture.text(kRight, 176, "lesson 2: 32 neighbours", {12, "start", "soft"});
    constexpr double side = kBar / 32;
    std::set<std::uint64_t> sectors;
    for (const StepLane& lane : load->lanes) {
        const std::uint64_t element = element_of(*load, lane);
        picture.cell(kRight + side * static_cast<double>(element) + 0.5, 192, side - 1, 22, "",
                     "blue");
        sectors.insert(element / kSectorFloats);
    }
    for (const std::uint64_t sector : sectors) {
        picture.outline(kRight + side * static_cast<double>(sector * kSectorFloats), 189,
                        side * kSectorFloats, 28, "red", 1.5);
    }
    tell_request(picture, 244, *load);
}

Picture draw_rows(const TracedLaunch& launch, const TracedLaunch& shared) {
    Picture picture("a-row-a-lane", 720, 462,
                    "32 lanes with a row each: every request touches 32 sectors");
    draw_grid(picture);
    std::map<std::string, Totals> totals;  // by memory
    const std::vector<Pass> passes = passes_of(launch);
    if (passes.empty()) throw std::runtime_error("lesson 1 loads nothing");
    for (std::size_t pass = 0; pass < passes.size(); ++pass) {
        const std::vector<const TraceStep*>& requests = passes[pass].requests;
        const bool stores = requests[0]->kind == StepKind::global_store;
        const std::string name = stores ? "Stores" : "Pass " + std::to_string(pass + 1);
        Totals& so_far = totals[requests[0]->memory];
        for (std::size_t i = 0; i < requests.size(); ++i) {
            so_far.add(*requests[i]);
            // The later passes repeat what the first one shows: one frame for each.
            if (pass > 0 && i + 1 < requests.size()) continue;
            picture.frame(pass == 0 ? name + ", request " + std::to_string(i + 1) +
                                          ": each lane loads an element of its row"
                                    : name + ": again " + counted(requests.size(), "request") +
                                          ", the last one is shown",
                          code_of(*requests[i]), pass == 0 ? 1.5 : 3.0);
            draw_request(picture, *requests[i]);
            tell_request(picture, 46, *requests[i]);
            tell_totals(picture, *requests[i], so_far);
        }
    }
    draw_neighbours(picture, shared);
    picture.this_frame();
    draw_request(picture, *passes[0].requests[0]);
    tell_request(picture, 46, *passes[0].requests[0]);
    return picture;
}

}  // namespace

LessonPictures draw_lesson() {
    const std::size_t count = std::size_t{kRows} * kCols;
    const DeviceFloats x(count);
    const DeviceFloats y(count);
    const std::vector<Named> names = {{x.get(), "x"}, {y.get(), "y"}};
    LessonPictures drawn;
    drawn.lesson = "01_serial_softmax";
    drawn.recordings.push_back(record(
        "serial_softmax: 32 rows of 8 columns, leading dimensions 8", names,
        [&] { return serial_softmax(kRows, kCols, x.get(), kCols, y.get(), kCols, nullptr); }));
    drawn.recordings.push_back(
        record("block_softmax of lesson 2: 1 row of 32 columns, 32 threads a block", names,
               [&] { return block_softmax(1, 32, x.get(), 32, y.get(), 32, 32, nullptr); }));
    for (Recording& recording : drawn.recordings) {
        recording.with_values = false;
        recording.kept = [](const TraceStep& step) { return step.is_global(); };
    }
    drawn.pictures.push_back(draw_rows(drawn.recordings[0].launch, drawn.recordings[1].launch));
    return drawn;
}

}  // namespace workshop::pictures
