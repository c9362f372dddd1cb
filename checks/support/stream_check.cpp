// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "stream_check.hpp"

#include <vector>

#include "compare.hpp"
#include "device.hpp"
#include "guarded_matrix.hpp"
#include "held_call.hpp"
#include "launch.hpp"

namespace workshop::checks {

namespace {

constexpr std::int64_t kRows = 40;
constexpr std::int64_t kCols = 70;
// Every row of these is aligned to 16 bytes: alignment has checks of its own.
// No block of today's devices has room for this one: they have 232,448 bytes at most.
constexpr std::int64_t kWide = 60004;
// An H200 has at most 132 x 32 blocks at a time, a B200 148 x 32.
constexpr std::int64_t kManyRows = 5000;

/// How a call differs from the plain one.
struct Shape {
    std::int64_t rows = kRows;
    std::int64_t cols = kCols;
    bool in_place = false;
    int threads = kUsualThreads;
};

/// The matrices of one shape, and what the stream brings.
class StreamCase {
  public:
    StreamCase(const FunctionUnderTest& function, const Shape& shape)
        : function_(function),
          cols_(function.input_columns(shape.cols)),
          output_cols_(function.output_columns(cols_)),
          before_(normals(shape.rows, cols_, 1)),
          late_(normals(shape.rows, cols_, 2)),
          pinned_(late_.values),
          x_("x", shape.rows, cols_, cols_, 0),
          y_("the output", shape.rows, output_cols_, output_cols_, 0) {
        facts_.function = &function;
        float* const output = shape.in_place ? x_.data() : y_.data();
        facts_.arguments = {shape.rows, cols_,        x_.data(),     cols_,
                            output,     output_cols_, shape.threads, nullptr};
        facts_.in_place = shape.in_place;
        facts_.attempt = "on a stream of its own";
    }

    /// A launch of the default stream with the input of before, or with the one that comes late.
    /// The first launch of a kernel may have to load it, which waits for the device.
    bool call_before(bool late) {
        upload(late);
        return call_and_wait(facts_);
    }

    HeldCall held_call() {
        return {[this](cudaStream_t stream) { pinned_.copy_to(x_.data(), stream); },
                [this](cudaStream_t stream) {
                    Arguments arguments = facts_.arguments;
                    arguments.stream = stream;
                    return function_.call(arguments);
                },
                [this](const std::string& problem, const std::string& cause) {
                    fail(describe_problem(facts_, problem, cause));
                }};
    }

    void upload(bool late) {
        x_.upload(late ? late_.values : before_.values);
        y_.upload_poison();
    }

    const std::vector<float>& late_input() const { return late_.values; }

    std::vector<float> output() {
        GuardedMatrix& matrix = facts_.in_place ? x_ : y_;
        matrix.download();
        return matrix.values();
    }

    /// Judges the output of the stream by the exact result.
    bool values_are_right() {
        const std::vector<float> got = output();
        const int threads = facts_.arguments.threads_per_block;
        const Expected expected = function_.oracle(late_, threads);
        const Comparison comparison = compare(got, expected);
        if (comparison.all_right()) return true;
        if (compare(got, function_.oracle(before_, threads)).all_right()) {
            fail(describe_problem(facts_, kRanTooEarly, kCauseOfTooEarly));
            return false;
        }
        fail(describe_mismatch(facts_, late_, got, expected, comparison));
        return false;
    }

  private:
    const FunctionUnderTest& function_;
    std::int64_t cols_;
    std::int64_t output_cols_;
    HostMatrix before_;
    HostMatrix late_;
    PinnedValues pinned_;
    GuardedMatrix x_;
    GuardedMatrix y_;
    LaunchFacts facts_;
};

/// @return false after a report
bool check_plain_shape(const FunctionUnderTest& function) {
    StreamCase plain(function, {});
    if (!plain.call_before(false)) return false;
    plain.upload(false);
    return call_in_held_stream(plain.held_call()) && plain.values_are_right();
}

/// @return false after a report
bool check_shape(const FunctionUnderTest& function, const Shape& shape) {
    StreamCase one(function, shape);
    if (!one.call_before(false)) return false;
    OtherOutputs others;
    others.early = one.output();
    if (!one.call_before(true)) return false;
    others.wanted = one.output();
    if (shape.in_place) others.brought = one.late_input();
    one.upload(false);
    const HeldCall held_call = one.held_call();
    return call_in_held_stream(held_call) &&
           judge_by_default_stream(held_call, one.output(), others);
}

}  // namespace

void check_stream(const FunctionUnderTest& function) {
    if (!check_plain_shape(function)) return;
    std::vector<Shape> shapes;
    const bool any_width = function.input_cols == 0;
    if (any_width) shapes.push_back({2, kWide});
    // Small blocks, because every thread of the CPU device takes time.
    shapes.push_back({kManyRows, 4, false, on_cpu_device() ? 16 : kUsualThreads});
    if (function.may_be_in_place) {
        shapes.push_back({kRows, kCols, true});
        if (any_width) shapes.push_back({2, kWide, true});
    }
    for (const Shape& shape : shapes) {
        if (!check_shape(function, shape)) return;
    }
}

}  // namespace workshop::checks
