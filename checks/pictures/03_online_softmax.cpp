// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Lesson 3: the running pair over a row with a masked beginning, then the pairs of four threads.
//
// The running pair lives in registers. One thread that takes the first n elements of the row holds
// the pair of these, and brings it to its first shuffle: so the row is given to the kernel with
// every length. The exponentials come from a probe build (exp_probe.hpp).

#include "workshop/03_online_softmax.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "exp_calls.hpp"
#include "lesson.hpp"

namespace workshop::pictures {
namespace {

constexpr int kCols = 8;
constexpr int kThreads = 4;
constexpr double kLeft = 196;
constexpr double kSide = 63;
constexpr double kPairLeft = 196;
constexpr double kPairApart = 126;
constexpr double kPairWide = 112;

std::string shown(float value) {
    return number_text(static_cast<double>(value));
}

/// For narrow columns.
std::string short_text(float value) {
    return number_text(static_cast<double>(value), 3);
}

std::string call_text(const ExpCall& call) {
    return "expf(" + shown(call.argument) + ") = " + short_text(call.result);
}

std::string pair_text(const MaxSum& pair) {
    return "(" + shown(pair.max) + ", " + shown(pair.sum) + ")";
}

/// What a thread holds after so many elements, and what it computed for the last one.
struct Step {
    MaxSum pair;
    ExpCall rescale;  ///< factor of the old sum
    ExpCall term;     ///< what is added
};

/// The shuffles of the first stage come in twos: the maxima, then the sums.
struct PairShuffle {
    const TraceStep* max;
    const TraceStep* sum;

    MaxSum brought(std::size_t lane) const {
        return {max->lanes[lane].operand_as_float(), sum->lanes[lane].operand_as_float()};
    }
    bool moves() const {
        return std::any_of(max->lanes.begin(), max->lanes.end(),
                           [](const StepLane& lane) { return lane.source != lane.lane; });
    }
};

std::vector<PairShuffle> first_stage(const TracedLaunch& launch) {
    std::vector<const TraceStep*> shuffles;
    for (const TraceStep& step : launch.steps) {
        if (step.is_shuffle() && step.interval == 0) shuffles.push_back(&step);
    }
    if (shuffles.empty()) throw std::runtime_error("no shuffle before the first barrier");
    std::vector<PairShuffle> pairs;
    for (std::size_t i = 0; i + 1 < shuffles.size(); i += 2)
        pairs.push_back({shuffles[i], shuffles[i + 1]});
    return pairs;
}

std::string caption_of(float value, const MaxSum& before, const Step& step) {
    if (std::isinf(step.pair.max))
        return "Masked: the maximum is still -inf. Shifted by 0, both exponentials are 0, not NaN";
    if (std::isinf(value)) return "Masked: exp(-inf) = 0 is added, the factor is 1";
    if (step.pair.max != before.max)
        return shown(value) + " is a new maximum: the old sum is multiplied by " +
               short_text(step.rescale.result);
    return shown(value) + " is no new maximum: the factor is " + short_text(step.rescale.result) +
           ", and " + short_text(step.term.result) + " is added";
}

void draw_running(Picture& picture, const std::vector<float>& row, const std::vector<Step>& steps) {
    const char* labels[] = {"row", "factor of the old sum", "what is added", "running maximum",
                            "running sum"};
    const double rows[] = {48, 92, 124, 168, 202};
    for (int i = 0; i < 5; ++i)
        picture.text(16, rows[i], labels[i], {13, "start"});
    picture.text(16, 18, "one thread, from " + pair_text(steps[0].pair), {12, "start", "soft"});
    for (int c = 0; c < kCols; ++c)
        picture.cell(kLeft + kSide * c, rows[0] - 14, kSide - 5, 28, shown(row[c]), "empty", 14);
    for (int c = 0; c < kCols; ++c) {
        const Step& step = steps[static_cast<std::size_t>(c) + 1];
        const MaxSum before = steps[static_cast<std::size_t>(c)].pair;
        const double x = kLeft + kSide * c;
        const double middle = x + (kSide - 5) / 2;
        picture.frame(caption_of(row[c], before, step),
                      call_text(step.rescale) + ", " + call_text(step.term));
        picture.cell(x, rows[0] - 14, kSide - 5, 28, shown(row[c]),
                     std::isinf(row[c]) ? "grey" : "orange", 14);
        picture.outline(x - 3, rows[1] - 18, kSide + 1, rows[4] - rows[1] + 34, "orange", 1.5);
        picture.from_here();
        picture.text(middle, rows[1], short_text(step.rescale.result), {13});
        picture.text(middle, rows[2], short_text(step.term.result), {13});
        picture.cell(x, rows[3] - 14, kSide - 5, 28, shown(step.pair.max),
                     step.pair.max != before.max ? "blue" : "empty", 13);
        picture.cell(x, rows[4] - 14, kSide - 5, 28, shown(step.pair.sum), "green", 13);
    }
}

/// Two calls for each element: those of element number `cols` come behind so many.
std::size_t calls_before(int cols) {
    return static_cast<std::size_t>(cols) * 2 - 2;
}

/// Of each element the old sum's call first.
void order_by_element(std::vector<ExpCall>& calls, const std::vector<float>& row,
                      const std::vector<Step>& steps, int cols) {
    if (calls.size() < calls_before(cols) + 2)
        throw std::runtime_error("not two calls of expf an element");
    for (int c = 1; c <= cols; ++c) {
        const auto at = static_cast<std::size_t>(c);
        const float max = steps[at].pair.max;
        const float shift = max == -INFINITY ? 0.0F : max;
        order_calls(calls[calls_before(c)], calls[calls_before(c) + 1],
                    steps[at - 1].pair.max - shift, row[at - 1] - shift);
    }
}

/// The calls as a member of the recording's JSON.
std::string calls_json(const std::vector<ExpCall>& calls) {
    std::string text;
    for (const ExpCall& call : calls) {
        text += (text.empty() ? "[\"" : ",\"") + shown(call.argument) + " gives " +
                shown(call.result) + "\"";
    }
    return "\"expf\":" + text + "]";
}

double pair_x(std::size_t lane) {
    return kPairLeft + kPairApart * static_cast<double>(lane);
}

void draw_pairs(Picture& picture, double y, const PairShuffle& shuffle) {
    for (std::size_t lane = 0; lane < shuffle.max->lanes.size(); ++lane) {
        const MaxSum pair = shuffle.brought(lane);
        picture.cell(pair_x(lane), y, kPairWide, 28, pair_text(pair),
                     std::isinf(pair.max) ? "grey" : "green", 13);
    }
}

void draw_merges(Picture& picture, double y, const PairShuffle& shuffle) {
    for (const StepLane& lane : shuffle.max->lanes) {
        if (lane.source == lane.lane) continue;
        const double to = pair_x(lane.lane) + kPairWide / 2;
        picture.line(to, y + 30, to, y + 50, "ink", true);
        picture.line(pair_x(lane.source) + kPairWide / 2, y + 30, to + 14, y + 50, "green", true);
    }
}

void draw_merging(Picture& picture, const TracedLaunch& launch) {
    std::vector<PairShuffle> shuffles = first_stage(launch);
    shuffles.erase(shuffles.begin(), std::find_if(shuffles.begin(), shuffles.end(),
                                                  [](const PairShuffle& s) { return s.moves(); }));
    if (shuffles.empty()) throw std::runtime_error("no lane reads another one");
    double y = 262;
    picture.frame("Four threads: thread t takes elements t and t + 4; thread 0 has seen only -inf",
                  code_of(*shuffles[0].max));
    picture.from_here();
    picture.text(16, y + 14, "(maximum, sum)", {13, "start"});
    for (unsigned lane = 0; lane < kThreads; ++lane)
        picture.text(pair_x(lane) + kPairWide / 2, 246, "lane " + std::to_string(lane), {12});
    draw_pairs(picture, y, shuffles[0]);
    for (std::size_t i = 0; i < shuffles.size(); ++i, y += 52) {
        const bool last = i + 1 == shuffles.size();
        picture.frame(last ? "The last merge: lane 0 has the pair of the row, and stores it"
                           : "Two merges: each sum is scaled to the larger maximum of the two",
                      code_of(*shuffles[i].sum));
        picture.from_here();
        draw_merges(picture, y, shuffles[i]);
        if (!last) draw_pairs(picture, y + 52, shuffles[i + 1]);
    }
    // The member sum of a MaxSum may be stored by itself, or with the maximum at once.
    MaxSum stored{NAN, NAN};
    for (const TraceStep& step : launch.steps) {
        if (step.kind != StepKind::global_store) continue;
        for (unsigned i = 0; i < step.access_bytes / 4; ++i) {
            const bool is_sum = (element_of(step, step.lanes[0]) + i) % 2 == 1;
            (is_sum ? stored.sum : stored.max) = step.lanes[0].value_as_float(i);
        }
    }
    picture.cell(pair_x(0), y, kPairWide, 28, pair_text(stored), "blue", 13);
    picture.text(16, y + 14, "out[0], global memory", {13, "start"});
}

}  // namespace

LessonPictures draw_lesson() {
    const std::vector<float> row = {-INFINITY, -INFINITY, 2, 4, -INFINITY, 3, 7, 1};
    const DeviceFloats x(row);
    const DeviceFloats out(2);
    const auto call = [&](int cols, int threads) {
        return record("row_max_sum: 1 row of " + counted(static_cast<std::size_t>(cols), "column") +
                          ", " + counted(static_cast<std::size_t>(threads), "thread") + " a block",
                      {{x.get(), "x"}, {out.get(), "out"}}, [&] {
                          return row_max_sum(1, cols, x.get(), kCols,
                                             reinterpret_cast<MaxSum*>(out.get()), threads,
                                             nullptr);
                      });
    };
    LessonPictures drawn;
    drawn.lesson = "03_online_softmax";
    std::vector<Step> steps(kCols + 1);
    for (int cols = 0; cols <= kCols; ++cols) {
        take_exp_calls();
        drawn.recordings.push_back(call(cols, 1));
        Step& step = steps[static_cast<std::size_t>(cols)];
        step.pair = first_stage(drawn.recordings.back().launch)[0].brought(0);
        drawn.recordings.back().kept = [](const TraceStep& each) {
            return each.interval == 0 && (each.is_global() || each.is_shuffle());
        };
        std::vector<ExpCall> calls = take_exp_calls();
        if (cols == 0) continue;
        order_by_element(calls, row, steps, cols);
        step.rescale = calls[calls_before(cols)];
        step.term = calls[calls_before(cols) + 1];
        drawn.recordings.back().more = calls_json(calls);
    }
    Picture picture("online-merge", 720, 480,
                    "The running maximum and sum over a row that begins masked, then four threads");
    draw_running(picture, row, steps);
    drawn.recordings.push_back(call(kCols, kThreads));
    draw_merging(picture, drawn.recordings.back().launch);
    drawn.pictures.push_back(picture);
    return drawn;
}

}  // namespace workshop::pictures
