// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lesson 4: head, vectors and tail of four rows that are aligned in four ways, request by request.

#include "workshop/04_vector_loads.hpp"

#include <algorithm>
#include <set>

#include "lesson.hpp"

namespace workshop::pictures {
namespace {

constexpr int kRows = 4;
constexpr int kCols = 47;  // no multiple of 4: each row begins elsewhere
constexpr int kThreads = 32;
constexpr std::uint64_t kSectorFloats = 8;
constexpr double kLeft = 16;
constexpr double kSide = 11;
constexpr double kHigh = 28;

/// Where a row is drawn: whole sectors, from the one in which it begins.
struct Strip {
    std::uint64_t first;  ///< element of the matrix at the left end
    std::uint64_t begin;  ///< of the row
    double y;

    explicit Strip(unsigned row)
        : first(row * std::uint64_t{kCols} / kSectorFloats * kSectorFloats),
          begin(row * std::uint64_t{kCols}),
          y(64 + 76.0 * row) {}
    double x(std::uint64_t element) const {
        return kLeft + kSide * static_cast<double>(element - first);
    }
};

void draw_strip(Picture& picture, unsigned row) {
    const Strip strip(row);
    const std::uint64_t behind = strip.begin % 4;
    picture.text(kLeft, strip.y - 17,
                 "row " + std::to_string(row) + " begins " + std::to_string(behind * 4) +
                     " bytes behind a multiple of 16",
                 {12, "start"});
    const std::uint64_t last = (strip.begin + kCols - 1) / kSectorFloats;
    for (std::uint64_t sector = strip.first / kSectorFloats; sector <= last; ++sector) {
        const double x = strip.x(sector * kSectorFloats);
        picture.line(x, strip.y - 5, x, strip.y + kHigh + 5, "faint");
        picture.line(x + kSectorFloats * kSide, strip.y - 5, x + kSectorFloats * kSide,
                     strip.y + kHigh + 5, "faint");
    }
    for (std::uint64_t element = strip.begin; element < strip.begin + kCols; ++element)
        picture.cell(strip.x(element) + 0.5, strip.y, kSide - 1, kHigh, "", "empty");
}

/// What one request of a row touches.
void draw_request(Picture& picture, const TraceStep& step) {
    const Strip strip(step.block);
    std::set<std::uint64_t> sectors;
    for (const StepLane& lane : step.lanes) {
        const std::uint64_t element = element_of(step, lane);
        const std::uint64_t floats = step.access_bytes / sizeof(float);
        const bool wide = floats > 1;
        const char* look = !wide ? "orange" : lane.lane % 2 == 0 ? "blue" : "green";
        // A lane has two digits at most; a single has room for them only above 9.
        picture.cell(strip.x(element) + 0.5, strip.y, kSide * static_cast<double>(floats) - 1,
                     kHigh, (wide ? "t " : "") + std::to_string(lane.lane), look, wide ? 12 : 11.5);
        for (std::uint64_t i = 0; i < floats; ++i)
            sectors.insert((element + i) / kSectorFloats);
    }
    for (const std::uint64_t sector : sectors) {
        picture.outline(strip.x(sector * kSectorFloats) + 1, strip.y - 5, kSectorFloats * kSide - 2,
                        kHigh + 10, "red", 1.5);
    }
    picture.text(704, strip.y + 6, counted(step.lanes.size(), "thread"), {12, "end"});
    picture.text(704, strip.y + 24, counted(step.units, "sector"), {12, "end", "red"});
}

std::string caption_of(const TraceStep& step) {
    const bool first_pass = step.interval == 0;
    return std::string(first_pass ? "First pass" : "Last pass") + ": " +
           (step.kind == StepKind::global_load ? "load from " : "store to ") + step.memory + ", " +
           std::to_string(step.access_bytes) + " bytes a thread" +
           (step.access_bytes == 16 ? ": the vectors" : ": head and tail");
}

Picture draw_requests(const TracedLaunch& launch) {
    Picture picture("head-vectors-tail", 720, 428,
                    "Four rows of 47 floats, each aligned in another way: head, vectors and tail");
    picture.text(kLeft, 18, "Each box between two lines is a sector of 32 bytes: 8 floats.",
                 {12, "start", "soft"});
    std::vector<std::vector<const TraceStep*>> of_row(kRows);
    for (const TraceStep& step : launch.steps) {
        if (step.is_global() && step.block < kRows) of_row[step.block].push_back(&step);
    }
    std::size_t requests = 0;
    for (unsigned row = 0; row < kRows; ++row) {
        draw_strip(picture, row);
        requests = std::max(requests, of_row[row].size());
    }
    for (std::size_t i = 0; i < requests; ++i) {
        bool begun = false;
        for (const auto& steps : of_row) {
            if (i >= steps.size()) continue;
            if (!begun) picture.frame(caption_of(*steps[i]), code_of(*steps[i]));
            begun = true;
            draw_request(picture, *steps[i]);
        }
    }
    return picture;
}

}  // namespace

LessonPictures draw_lesson() {
    std::vector<float> values(kRows * kCols);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i % 7) / 4;
    const DeviceFloats x(values);
    const DeviceFloats y(values.size());
    LessonPictures drawn;
    drawn.lesson = "04_vector_loads";
    drawn.recordings.push_back(record(
        "vector_softmax: 4 rows of 47 columns, leading dimensions 47, 32 threads a block",
        {{x.get(), "x"}, {y.get(), "y"}}, [&] {
            return vector_softmax(kRows, kCols, x.get(), kCols, y.get(), kCols, kThreads, nullptr);
        }));
    drawn.recordings[0].with_values = false;
    drawn.recordings[0].kept = [](const TraceStep& step) { return step.is_global(); };
    drawn.pictures.push_back(draw_requests(drawn.recordings[0].launch));
    return drawn;
}

}  // namespace workshop::pictures
