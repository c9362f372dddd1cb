// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lesson 6: the sum and its compensation after each element, beside the plain sum of lesson 2.
//
// Both live in registers. One thread that takes the first n elements of the row brings what it
// holds to its first shuffles: so the row is given to the kernels with every length.

#include "workshop/06_compensated_sum.hpp"

#include <stdexcept>

#include "lesson.hpp"
#include "workshop/02_block_reduction.hpp"

namespace workshop::pictures {
namespace {

const std::vector<float> kRow = {1, 16777216, 1, 1, 3, -16777216};
constexpr double kLeft = 192;
constexpr double kSide = 86;
constexpr double kWide = 80;

std::string shown(float value) {
    return number_text(static_cast<double>(value), 9);
}

/// What a launch of one of the two kernels held and wrote.
struct Held {
    std::vector<const TraceStep*> shuffles;  ///< of the first stage
    float written = 0.0F;
};

Held held_in(const TracedLaunch& launch) {
    Held held;
    for (const TraceStep& step : launch.steps) {
        if (step.is_shuffle() && step.interval == 0) held.shuffles.push_back(&step);
        if (step.kind == StepKind::global_store) held.written = step.lanes[0].value_as_float();
    }
    if (held.shuffles.size() < 2) throw std::runtime_error("no shuffles before the first barrier");
    return held;
}

CompensatedSum pair_of(const Held& held, std::size_t lane) {
    return {held.shuffles[0]->lanes[lane].operand_as_float(),
            held.shuffles[1]->lanes[lane].operand_as_float()};
}

/// After so many elements.
struct Step {
    float plain = 0.0F;
    CompensatedSum pair{0.0F, 0.0F};
    float written = 0.0F;
};

std::string caption_of(float value, const Step& before, const Step& step) {
    const float lost = step.pair.compensation - before.pair.compensation;
    const std::string added = shown(value) + " is added to " + shown(before.pair.sum) + ". ";
    if (lost == 0) return added + "Nothing is lost";
    return added + "The sum misses " + shown(lost) + "; the compensation takes it";
}

void draw_steps(Picture& picture, const std::vector<Step>& steps) {
    const char* labels[] = {"row",          "plain sum (lesson 2)", "sum",
                            "compensation", "what is written",      "exact sum"};
    const double rows[] = {48, 92, 138, 170, 216, 250};
    for (int i = 0; i < 6; ++i)
        picture.text(16, rows[i], labels[i], {13, "start"});
    picture.text(16, 18, "one thread", {12, "start", "soft"});
    double exact = 0.0;
    for (std::size_t c = 0; c < kRow.size(); ++c) {
        const Step& step = steps[c + 1];
        const double x = kLeft + kSide * static_cast<double>(c);
        const double middle = x + kWide / 2;
        exact += static_cast<double>(kRow[c]);
        picture.always();
        picture.cell(x, rows[0] - 14, kWide, 28, shown(kRow[c]), "empty", 13);
        picture.frame(caption_of(kRow[c], steps[c], step));
        picture.cell(x, rows[0] - 14, kWide, 28, shown(kRow[c]), "orange", 13);
        picture.outline(x - 3, rows[1] - 18, kWide + 6, rows[5] - rows[1] + 34, "orange", 1.5);
        picture.from_here();
        picture.cell(x, rows[1] - 14, kWide, 28, shown(step.plain), "grey", 13);
        picture.cell(x, rows[2] - 14, kWide, 28, shown(step.pair.sum), "blue", 13);
        const bool moved = step.pair.compensation != steps[c].pair.compensation;
        picture.cell(x, rows[3] - 14, kWide, 28, shown(step.pair.compensation),
                     moved ? "green" : "empty", 13);
        picture.text(middle, rows[4], shown(step.written), {13, "middle", "ink", true});
        picture.text(middle, rows[5], number_text(exact, 9), {13});
    }
}

/// Two threads: a tree of plain sums does not help, merged pairs do.
void draw_threads(Picture& picture, const Held& plain, const Held& compensated) {
    constexpr double y = 308;
    constexpr double wide = 132;
    picture.frame("Two threads, every second element each: lane 1 holds what its large values hid",
                  statement_of(*compensated.shuffles[1]));
    picture.from_here();
    picture.text(16, y, "(sum, compensation)", {13, "start"});
    for (std::size_t lane = 0; lane < compensated.shuffles[0]->lanes.size(); ++lane) {
        const double x = kLeft + (wide + 20) * static_cast<double>(lane);
        const CompensatedSum pair = pair_of(compensated, lane);
        picture.text(x + wide / 2, y - 25, "lane " + std::to_string(lane), {12});
        picture.cell(x, y - 14, wide, 28,
                     "(" + shown(pair.sum) + ", " + shown(pair.compensation) + ")", "blue", 13);
    }
    picture.frame("The merged pair is " + shown(compensated.written) +
                  "; the plain sums of the two threads give " + shown(plain.written));
    picture.from_here();
    const double x = kLeft + 2 * (wide + 20);
    picture.line(x - 16, y, x + 8, y, "ink", true);
    picture.cell(x + 14, y - 14, 60, 28, shown(compensated.written), "green", 14);
    picture.text(x + 86, y, "plain: " + shown(plain.written), {13, "start"});
}

}  // namespace

LessonPictures draw_lesson() {
    const DeviceFloats x(kRow);
    const DeviceFloats sum(1);
    const auto ld = static_cast<std::int64_t>(kRow.size());
    LessonPictures drawn;
    drawn.lesson = "06_compensated_sum";
    const auto call = [&](std::size_t cols, int threads, bool compensated) {
        const std::string shape = ": 1 row of " + counted(cols, "column") + ", " +
                                  counted(static_cast<std::size_t>(threads), "thread") + " a block";
        const auto columns = static_cast<std::int64_t>(cols);
        Recording recording = record(
            (compensated ? "row_sum_compensated" : "row_sum_shuffle of lesson 2") + shape,
            {{x.get(), "x"}, {sum.get(), "sum"}}, [&] {
                return compensated
                           ? row_sum_compensated(1, columns, x.get(), ld, sum.get(), threads,
                                                 nullptr)
                           : row_sum_shuffle(1, columns, x.get(), ld, sum.get(), threads, nullptr);
            });
        recording.kept = [](const TraceStep& step) {
            return step.is_global() || (step.is_shuffle() && step.interval == 0);
        };
        drawn.recordings.push_back(std::move(recording));
        return held_in(drawn.recordings.back().launch);
    };
    std::vector<Step> steps;
    for (std::size_t cols = 0; cols <= kRow.size(); ++cols) {
        Step step;
        step.plain = call(cols, 1, false).shuffles[0]->lanes[0].operand_as_float();
        const Held held = call(cols, 1, true);
        step.pair = pair_of(held, 0);
        step.written = held.written;
        steps.push_back(step);
    }
    Picture picture("what-the-sum-misses", 720, 412,
                    "A sum, its compensation and the plain sum, after each element of a row");
    draw_steps(picture, steps);
    const Held plain = call(kRow.size(), 2, false);
    draw_threads(picture, plain, call(kRow.size(), 2, true));
    drawn.pictures.push_back(picture);
    return drawn;
}

}  // namespace workshop::pictures
