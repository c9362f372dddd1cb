// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lesson 2: the tree in shared memory, and the shuffles. The row is that of the lesson's text.

#include "workshop/02_block_reduction.hpp"

#include <algorithm>
#include <map>

#include "lesson.hpp"

namespace workshop::pictures {
namespace {

constexpr int kThreads = 6;
constexpr int kCols = 10;
constexpr double kLeft = 186;
constexpr double kApart = 88;
constexpr double kWide = 64;
constexpr double kHigh = 30;
constexpr double kMemoryTop = 100;  // of the tree: the first row of shared memory, and the next one
constexpr double kApartDown = 68;
constexpr const char* kColours[] = {"blue", "green", "orange", "purple", "red", "grey"};

double lane_x(unsigned lane) {
    return kLeft + kApart * lane;
}
double middle(unsigned lane) {
    return lane_x(lane) + kWide / 2;
}

/// The row in global memory, and who loads what of it: one frame a request.
void draw_loads(Picture& picture, const TracedLaunch& launch) {
    constexpr double left = 90;
    constexpr double side = 60;
    picture.text(16, 45, "row x", {13, "start"});
    std::vector<const TraceStep*> loads;
    for (const TraceStep& step : launch.steps) {
        if (step.kind == StepKind::global_load) loads.push_back(&step);
    }
    for (const TraceStep* step : loads) {
        for (const StepLane& lane : step->lanes) {
            const auto element = static_cast<double>(element_of(*step, lane));
            picture.cell(left + side * element, 30, side - 4, kHigh,
                         number_text(static_cast<double>(lane.value_as_float())), "empty", 14);
        }
    }
    for (std::size_t i = 0; i < loads.size(); ++i) {
        const TraceStep& step = *loads[i];
        picture.frame("Load " + std::to_string(i + 1) + ": " +
                          counted(step.lanes.size(), "thread") + ", neighbours of the row, " +
                          counted(step.units, "sector"),
                      code_of(step));
        picture.from_here();
        for (const StepLane& lane : step.lanes) {
            const double x = left + side * static_cast<double>(element_of(step, lane));
            picture.cell(x, 30, side - 4, kHigh,
                         number_text(static_cast<double>(lane.value_as_float())),
                         kColours[lane.lane % kThreads], 14);
            picture.text(x + side / 2 - 2, 17, "t " + std::to_string(lane.lane), {12});
        }
    }
}

/// What a block does in shared memory between two barriers.
struct Interval {
    std::map<unsigned, std::vector<std::uint64_t>> reads;  ///< by lane: elements
    std::map<std::uint64_t, float> stored;                 ///< by element
    std::map<std::uint64_t, unsigned> by;                  ///< who stored it
    std::string code;
};

std::vector<Interval> shared_intervals(const TracedLaunch& launch) {
    std::vector<Interval> intervals;
    for (const TraceStep& step : launch.steps) {
        if (!step.is_shared()) continue;
        intervals.resize(std::max<std::size_t>(intervals.size(), step.interval + 1));
        Interval& interval = intervals[step.interval];
        for (const StepLane& lane : step.lanes) {
            const std::uint64_t element = element_of(step, lane);
            if (step.kind == StepKind::shared_load) {
                interval.reads[lane.lane].push_back(element);
            } else {
                interval.stored[element] = lane.value_as_float();
                interval.by[element] = lane.lane;
                interval.code = code_of(step);
            }
        }
    }
    return intervals;
}

void draw_memory(Picture& picture, double y, const std::map<std::uint64_t, float>& memory,
                 const std::map<std::uint64_t, unsigned>& by) {
    for (const auto& [element, value] : memory) {
        picture.cell(lane_x(static_cast<unsigned>(element)), y, kWide, kHigh,
                     number_text(static_cast<double>(value)),
                     by.count(element) != 0 ? kColours[by.at(element) % kThreads] : "dashed", 14);
    }
}

void draw_additions(Picture& picture, double y, const Interval& interval) {
    for (const auto& [element, lane] : interval.by) {
        const auto found = interval.reads.find(lane);
        if (found == interval.reads.end()) continue;
        const double target = middle(static_cast<unsigned>(element));
        for (const std::uint64_t from : found->second) {
            const double shift = from == element ? 0 : 12;
            picture.line(middle(static_cast<unsigned>(from)), y + kHigh + 2, target + shift, y + 66,
                         from == element ? "ink" : kColours[from % kThreads], true);
        }
    }
}

/// Where everything will stand: seen from the beginning, so that the room means something.
void draw_places(Picture& picture, const std::vector<Interval>& intervals) {
    double y = kMemoryTop;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        if (intervals[i].stored.empty()) continue;
        picture.text(16, y + kHigh / 2,
                     i == 0 ? "shared memory" : "after step " + std::to_string(i), {13, "start"});
        for (unsigned thread = 0; thread < kThreads; ++thread)
            picture.cell(lane_x(thread), y, kWide, kHigh, "", "track");
        y += kApartDown;
    }
    picture.text(16, y + kHigh / 2, "sum, global memory", {13, "start"});
    picture.cell(lane_x(0), y, kWide, kHigh, "", "track");
}

Picture draw_tree(const TracedLaunch& launch) {
    Picture picture(
        "tree", 720, 470,
        "Six threads add a row of ten elements by a tree in shared memory, step by step");
    draw_loads(picture, launch);
    picture.always();
    for (unsigned thread = 0; thread < kThreads; ++thread)
        picture.text(middle(thread), 86, "partial[" + std::to_string(thread) + "]", {12});
    const std::vector<Interval> intervals = shared_intervals(launch);
    draw_places(picture, intervals);
    std::map<std::uint64_t, float> memory;
    double y = kMemoryTop;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        const Interval& interval = intervals[i];
        if (interval.stored.empty()) continue;
        for (const auto& [element, value] : interval.stored)
            memory[element] = value;
        const std::string who = counted(interval.stored.size(), "thread");
        picture.frame(i == 0 ? "Every thread stores its sum"
                             : "Step " + std::to_string(i) + ": " + who +
                                   (interval.stored.size() == 1 ? " adds" : " add") +
                                   "; dashed cells keep what they held",
                      interval.code);
        picture.from_here();
        if (i > 0) {
            draw_additions(picture, y - kApartDown, interval);
            picture.line(kLeft - 20, y - 29, 704, y - 29, "orange", false, true);
            picture.text(16, y - 29, "__syncthreads()", {12, "start", "orange", false, true});
        }
        draw_memory(picture, y, memory, interval.by);
        y += kApartDown;
    }
    for (const TraceStep& step : launch.steps) {
        if (step.kind != StepKind::global_store) continue;
        picture.frame("Thread " + std::to_string(step.lanes[0].lane) + " writes the sum of the row",
                      code_of(step));
        picture.from_here();
        picture.line(middle(0), y - kApartDown + kHigh + 2, middle(0), y - 4, "ink", true);
        picture.cell(lane_x(0), y, kWide, kHigh,
                     number_text(static_cast<double>(step.lanes[0].value_as_float())),
                     kColours[step.lanes[0].lane % kThreads], 14);
    }
    return picture;
}

/// How far away the lanes read that read another one.
unsigned offset_of(const TraceStep& shuffle) {
    unsigned most = 0;
    for (const StepLane& lane : shuffle.lanes)
        most = std::max(most, lane.source > lane.lane ? lane.source - lane.lane : 0U);
    return most;
}

bool moves(const TraceStep& shuffle) {
    return std::any_of(shuffle.lanes.begin(), shuffle.lanes.end(),
                       [](const StepLane& lane) { return lane.source != lane.lane; });
}

void draw_registers(Picture& picture, double y, const TraceStep& shuffle, const char* look) {
    for (const StepLane& lane : shuffle.lanes) {
        picture.cell(lane_x(lane.lane), y, kWide, kHigh,
                     number_text(static_cast<double>(lane.operand_as_float())), look, 14);
    }
}

void draw_arrows(Picture& picture, double y, const TraceStep& shuffle) {
    for (const StepLane& lane : shuffle.lanes) {
        const bool own = lane.source == lane.lane;
        picture.line(middle(lane.source), y + kHigh + 2, middle(lane.lane) + (own ? 0 : 10), y + 58,
                     own ? "faint" : "green", true, own);
    }
}

/// The shuffles of the first stage: a row of registers for each that moves something.
double draw_first_stage(Picture& picture, const std::vector<const TraceStep*>& shuffles) {
    double y = 42;
    std::size_t still = 0;
    while (still < shuffles.size() && !moves(*shuffles[still]))
        ++still;
    picture.frame("Each lane holds its sum in a register. " + counted(still, "shuffle") +
                      (still == 1 ? " finds" : " find") + " no partner: each lane reads itself",
                  code_of(*shuffles[0]));
    picture.from_here();
    draw_registers(picture, y, *shuffles[0], "green");
    picture.text(16, y + kHigh / 2, "registers", {13, "start"});
    for (std::size_t i = still; i < shuffles.size(); ++i, y += 60) {
        const TraceStep& shuffle = *shuffles[i];
        const auto takes = std::count_if(shuffle.lanes.begin(), shuffle.lanes.end(),
                                         [](const StepLane& l) { return l.source != l.lane; });
        const std::string offset = "offset " + std::to_string(offset_of(shuffle));
        picture.frame("Shuffle " + std::to_string(i + 1) + ", " + offset + ": " +
                          counted(static_cast<std::size_t>(takes), "lane") +
                          " read another one; dashed arrows read themselves",
                      code_of(shuffle));
        picture.from_here();
        draw_arrows(picture, y, shuffle);
        picture.text(16, y + 45, offset, {12, "start", "green"});
        if (i + 1 < shuffles.size()) draw_registers(picture, y + 60, *shuffles[i + 1], "green");
    }
    return y;
}

Picture draw_shuffles(const TracedLaunch& launch) {
    Picture picture(
        "shuffles", 720, 470,
        "Six lanes add their sums by shuffles, and hand the result on in shared memory");
    for (unsigned lane = 0; lane < kThreads; ++lane)
        picture.text(middle(lane), 22, "lane " + std::to_string(lane), {12});
    std::vector<const TraceStep*> stages[2];
    const TraceStep* stores[2] = {};
    const TraceStep* result = nullptr;
    for (const TraceStep& step : launch.steps) {
        if (step.is_shuffle()) stages[std::min(step.interval, 1U)].push_back(&step);
        if (step.kind == StepKind::shared_store) stores[std::min(step.interval, 1U)] = &step;
        if (step.kind == StepKind::shared_load) result = &step;
    }
    const double y = draw_first_stage(picture, stages[0]);
    const auto stored = [](const TraceStep* step) {
        return number_text(static_cast<double>(step->lanes[0].value_as_float()));
    };
    picture.frame("Lane 0 has the sum of the warp, and stores it in shared memory",
                  code_of(*stores[0]));
    picture.from_here();
    picture.cell(lane_x(0), y, kWide, kHigh, stored(stores[0]), "blue", 14);
    picture.text(16, y + kHigh / 2, "of_warp[0]", {13, "start", "ink", false, true});
    picture.text(lane_x(1), y + kHigh / 2, "shared memory: one value a warp", {12, "start"});

    picture.frame("Warp 0 reduces the values of the warps: here one, the other lanes bring 0",
                  code_of(*stages[1][0]));
    picture.from_here();
    picture.line(kLeft - 20, y + 39, 704, y + 39, "orange", false, true);
    picture.text(16, y + 39, "__syncthreads()", {12, "start", "orange", false, true});
    draw_registers(picture, y + 48, *stages[1][0], "green");
    picture.text(16, y + 63, "registers again", {13, "start"});

    picture.frame("The result lies in shared memory, and after a barrier all " +
                      counted(result->lanes.size(), "thread") + " read it",
                  code_of(*result));
    picture.from_here();
    picture.line(kLeft - 20, y + 88, 704, y + 88, "orange", false, true);
    picture.text(16, y + 88, "__syncthreads()", {12, "start", "orange", false, true});
    picture.cell(lane_x(0), y + 98, kWide, kHigh, stored(stores[1]), "blue", 14);
    picture.text(16, y + 98 + kHigh / 2, "scratch.result", {13, "start", "ink", false, true});
    for (const StepLane& lane : result->lanes) {
        picture.text(lane.lane == 0 ? lane_x(0) + kWide + 12 : middle(lane.lane), y + 113,
                     lane.lane == 0 ? "" : number_text(static_cast<double>(lane.value_as_float())),
                     {14});
    }
    return picture;
}

}  // namespace

LessonPictures draw_lesson() {
    const std::vector<float> row = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
    const DeviceFloats x(row);
    const DeviceFloats sum(1);
    const std::string shape = ": 1 row of 10 columns, 6 threads a block";
    LessonPictures drawn;
    drawn.lesson = "02_block_reduction";
    drawn.recordings.push_back(record(
        "row_sum_tree" + shape, {{x.get(), "x"}, {sum.get(), "sum"}},
        [&] { return row_sum_tree(1, kCols, x.get(), kCols, sum.get(), kThreads, nullptr); }));
    drawn.recordings.push_back(record(
        "row_sum_shuffle" + shape, {{x.get(), "x"}, {sum.get(), "sum"}},
        [&] { return row_sum_shuffle(1, kCols, x.get(), kCols, sum.get(), kThreads, nullptr); }));
    drawn.pictures.push_back(draw_tree(drawn.recordings[0].launch));
    drawn.pictures.push_back(draw_shuffles(drawn.recordings[1].launch));
    return drawn;
}

}  // namespace workshop::pictures
