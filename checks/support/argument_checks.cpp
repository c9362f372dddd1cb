// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "common_checks.hpp"
#include "guarded_matrix.hpp"
#include "launch.hpp"
#include "refused_calls.hpp"

namespace workshop::checks {

namespace {

constexpr std::int64_t kRows = 5;
constexpr std::int64_t kCols = 4;

/// Buffers for calls that must not write anything.
class UntouchedBuffers {
  public:
    explicit UntouchedBuffers(const FunctionUnderTest& function, std::int64_t rows = kRows,
                              std::int64_t cols = kCols)
        : function_(function),
          rows_(rows),
          cols_(cols),
          x_("x", rows, cols, cols, 0),
          y_("the output", rows, function.output_columns(cols), function.output_columns(cols), 0) {
        x_.upload(slopes(rows, cols, 1).values);
        y_.upload_poison();
    }

    Arguments arguments() const {
        return {rows_, cols_, x_.data(), cols_, y_.data(), y_.ld(), kUsualThreads, nullptr};
    }

    /// Calls with these arguments and looks at the result, the error state and the memory.
    bool check_call(const std::string& call, const Arguments& arguments, cudaError_t wanted) {
        return check_call_without_launch(
            function_.name + " with " + call, [&] { return function_.call(arguments); }, wanted,
            [&] {
                x_.download();
                y_.download();
                return std::vector<std::string>{y_.change(), y_.damage(), x_.change(), x_.damage()};
            });
    }

  private:
    const FunctionUnderTest& function_;
    std::int64_t rows_;
    std::int64_t cols_;
    GuardedMatrix x_;
    GuardedMatrix y_;
};

void empty_matrix(const FunctionUnderTest& function) {
    UntouchedBuffers buffers(function);
    const bool output_is_as_wide = function.output_cols == 0;
    for (const bool null : {false, true}) {
        const std::string pointers = null ? " and null pointers" : "";
        Arguments no_rows = buffers.arguments();
        no_rows.rows = 0;
        if (null) no_rows.x = no_rows.y = nullptr;
        if (!buffers.check_call("rows = 0" + pointers, no_rows, cudaSuccess)) return;
        no_rows.cols = 0;
        if (!buffers.check_call("rows = 0, cols = 0" + pointers, no_rows, cudaSuccess)) return;
        if (!output_is_as_wide) continue;  // a sum of no elements is still written
        Arguments no_cols = buffers.arguments();
        no_cols.cols = 0;
        if (null) no_cols.x = no_cols.y = nullptr;
        if (!buffers.check_call("cols = 0" + pointers, no_cols, cudaSuccess)) return;
    }
}

/// A thread for each of so many rows takes more blocks than a grid has.
void too_many_rows(const FunctionUnderTest& function) {
    UntouchedBuffers buffers(function, kTooManyRoom, 1);
    Arguments arguments = buffers.arguments();
    arguments.rows = kTooMany;
    (void)buffers.check_call("rows = 2^42 + " + std::to_string(kTooManyRoom), arguments,
                             cudaErrorInvalidConfiguration);
}

void invalid_arguments(const FunctionUnderTest& function) {
    UntouchedBuffers buffers(function);
    const auto refuses = [&](const std::string& call, const std::function<void(Arguments&)>& edit) {
        Arguments arguments = buffers.arguments();
        edit(arguments);
        return buffers.check_call(call, arguments, cudaErrorInvalidValue);
    };
    bool good = refuses("rows = -1", [](Arguments& a) { a.rows = -1; }) &&
                refuses("cols = -1", [](Arguments& a) { a.cols = -1; }) &&
                refuses("ldx = cols - 1", [](Arguments& a) { a.ldx = kCols - 1; }) &&
                refuses("x = nullptr", [](Arguments& a) { a.x = nullptr; }) &&
                refuses("a null output", [](Arguments& a) { a.y = nullptr; });
    if (good && function.has_leading_dimension_y) {
        good = refuses("ldy = cols - 1", [](Arguments& a) { a.ldy = kCols - 1; });
    }
    if (good && function.output_cols != 0) {
        good = refuses("cols = 0 and a null output", [](Arguments& a) {
            a.cols = 0;
            a.y = nullptr;
        });
    }
    // An empty matrix is no reason to leave its arguments unread.
    good = good &&
           refuses("ldx = cols - 1 and rows = 0",
                   [](Arguments& a) {
                       a.ldx = kCols - 1;
                       a.rows = 0;
                   }) &&
           refuses("rows = -1 and cols = 0",
                   [](Arguments& a) {
                       a.rows = -1;
                       a.cols = 0;
                   }) &&
           refuses("cols = -1 and rows = 0", [](Arguments& a) {
               a.cols = -1;
               a.rows = 0;
           });
    if (good && function.has_leading_dimension_y) {
        good = refuses("ldy = cols - 1 and rows = 0", [](Arguments& a) {
            a.ldy = kCols - 1;
            a.rows = 0;
        });
    }
    if (good && function.thread_a_row) too_many_rows(function);
    if (!good || !function.has_block_size) return;
    for (const int threads : {0, -1, 1025}) {
        if (!refuses("threads_per_block = " + std::to_string(threads),
                     [=](Arguments& a) { a.threads_per_block = threads; })) {
            return;
        }
        // With nothing to launch, only a test of the argument itself can see it.
        if (!refuses("threads_per_block = " + std::to_string(threads) + " and rows = 0",
                     [=](Arguments& a) {
                         a.threads_per_block = threads;
                         a.rows = 0;
                     })) {
            return;
        }
    }
}

/// A launch that the device refuses must come back as an error of the function.
void launch_errors_are_reported(const FunctionUnderTest& function) {
    GuardedMatrix x("x", kRows, kCols, kCols, 0);
    const std::int64_t output_cols = function.output_columns(kCols);
    GuardedMatrix y("the output", kRows, output_cols, output_cols, 0);
    x.upload(slopes(kRows, kCols, 1).values);
    y.upload_poison();
    const bool good = check_launch_error_is_returned(function.name, [&](cudaStream_t stream) {
        return function.call(
            {kRows, kCols, x.data(), kCols, y.data(), output_cols, kUsualThreads, stream});
    });
    if (!good) return;
    LaunchPlan plan;  // after a refused launch the function works as before
    plan.input = slopes_maker(kRows, kCols);
    plan.values_matter = false;
    check_launch(function, plan);
}

}  // namespace

CheckList argument_checks(const FunctionUnderTest& function) {
    return {
        {"EmptyMatrix", [=] { empty_matrix(function); }},
        {"InvalidArguments", [=] { invalid_arguments(function); }},
        {"LaunchErrorsAreReported", [=] { launch_errors_are_reported(function); }},
    };
}

}  // namespace workshop::checks
