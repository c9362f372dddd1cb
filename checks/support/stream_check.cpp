// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "stream_check.hpp"

#include <vector>

#include "compare.hpp"
#include "device.hpp"
#include "guarded_matrix.hpp"
#include "launch.hpp"
#include "stream_case.hpp"

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
class MatrixStreamCase {
  public:
    MatrixStreamCase(const FunctionUnderTest& function, const Shape& shape)
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

    std::vector<float> brought() const {
        return facts_.in_place ? late_.values : std::vector<float>();
    }

    std::vector<float> output() {
        GuardedMatrix& matrix = facts_.in_place ? x_ : y_;
        matrix.download();
        return matrix.values();
    }

    bool is_result(const std::vector<float>& got, bool late) const {
        return compare(got, expected(late)).all_right();
    }

    void tell_mismatch(const std::vector<float>& got) const {
        const Expected wanted = expected(true);
        fail(describe_mismatch(facts_, late_, got, wanted, compare(got, wanted)));
    }

  private:
    Expected expected(bool late) const {
        return function_.oracle(late ? late_ : before_, facts_.arguments.threads_per_block);
    }

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

}  // namespace

void check_stream(const FunctionUnderTest& function) {
    if (!check_stream_by_values(MatrixStreamCase(function, {}))) return;
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
        if (!check_stream_by_default_stream(MatrixStreamCase(function, shape))) return;
    }
}

}  // namespace workshop::checks
