// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "vector_row_checks.hpp"

#include <tuple>

#include "compare.hpp"
#include "guarded_matrix.hpp"
#include "inputs.hpp"
#include "launch.hpp"
#include "report.hpp"

namespace workshop::checks {

namespace {

constexpr std::int64_t kVector = 4;
constexpr int kWarp = 32;

bool check_places(const FunctionUnderTest& function, std::int64_t rows, std::int64_t cols,
                  std::int64_t x_offset, std::int64_t y_offset, std::int64_t ldx_gap,
                  std::int64_t ldy_gap, int threads = kWarp) {
    LaunchPlan plan;
    plan.input = slopes_maker(rows, cols);
    plan.threads_per_block = threads;
    plan.x_offset = x_offset;
    plan.y_offset = y_offset;
    plan.ldx_gap = ldx_gap;
    plan.ldy_gap = ldy_gap;
    return check_launch(function, plan);
}

/// Every width from 1 element to a few vectors, at every alignment of both matrices. Rows without a
/// vector come last: they are the special case.
void heads_and_tails(const FunctionUnderTest& function) {
    for (const std::int64_t cols : {8, 9, 10, 11, 12, 13, 7, 6, 5, 4, 3, 2, 1}) {
        for (std::int64_t places = 0; places < kVector * kVector; ++places) {
            // Leading dimensions are multiples of 4, so that all rows are aligned like the first.
            const std::int64_t gap = (kVector - cols % kVector) % kVector;
            if (!check_places(function, 2, cols, places % kVector, places / kVector, gap, gap, 8))
                return;
        }
    }
}

/// Rows that begin at a multiple of 16 bytes: with a tail of each length, but no head.
void tails_alone(const FunctionUnderTest& function) {
    for (const std::int64_t cols : {8, 9, 10, 11, 13, 3, 2, 1}) {
        const std::int64_t gap = (kVector - cols % kVector) % kVector;
        if (!check_places(function, 2, cols, 0, 0, gap, gap, 8)) return;
    }
}

/// Rows that end at a multiple of 16 bytes: with a head of each length, but no tail.
void heads_alone(const FunctionUnderTest& function) {
    for (std::int64_t offset = 1; offset < kVector; ++offset) {
        for (const std::int64_t vectors : {2, 1}) {
            const std::int64_t cols = kVector - offset + kVector * vectors;
            if (!check_places(function, 2, cols, offset, offset, offset, offset, 8)) return;
        }
    }
}

/// Where the last vector is the only one of its round, the last of a full round, or cut short: for
/// one, two, four and eight vectors a thread.
void vector_thresholds(const FunctionUnderTest& function) {
    for (const std::int64_t vectors : {1, 2, 4, 8}) {
        const std::int64_t round = kWarp * kVector * vectors;
        for (const std::int64_t cols : {round - 5, round - 4, round - 3, round - 1, round,
                                        round + 1, round + 3, round + 4, round + 5}) {
            const std::int64_t offset = cols % kVector;
            if (!check_places(function, 2, cols, 0, 0, 0, 0) ||
                !check_places(function, 2, cols, offset, offset, 3, 3)) {
                return;
            }
        }
    }
    // An odd number of warps, and a last warp with some threads missing.
    for (const int threads : {96, 224, 100}) {
        if (!check_places(function, 2, 3584, 0, 0, 0, 0, threads)) return;
    }
}

/// Rows of one matrix that are aligned in different ways, and not as the other matrix is.
void alignment_of_every_row(const FunctionUnderTest& function) {
    for (const std::int64_t cols : {5, 6, 131, 300}) {
        for (const auto& [gap_x, gap_y] :
             {std::tuple{0, 0}, {1, 1}, {2, 2}, {3, 3}, {0, 1}, {1, 3}, {2, 1}, {5, 0}}) {
            if (!check_places(function, 6, cols, 0, 0, gap_x, gap_y) ||
                !check_places(function, 6, cols, 1, 2, gap_x, gap_y)) {
                return;
            }
        }
    }
    // Wide rows may have a path of their own: aligned alike, not alike, and each row otherwise.
    for (const std::int64_t cols : {5004, 60004}) {
        for (const auto& [x_offset, y_offset, gap_x, gap_y] :
             {std::tuple{1, 1, 0, 0}, {0, 1, 0, 0}, {3, 0, 0, 0}, {0, 2, 1, 2}}) {
            if (!check_places(function, 2, cols, x_offset, y_offset, gap_x, gap_y)) return;
        }
    }
}

/// A matrix in an allocation that ends with its last element. Nothing but the elements of its rows
/// is ever set: who reads anything else reads what nobody wrote.
class BareMatrix {
  public:
    BareMatrix(std::int64_t rows, std::int64_t cols, std::int64_t ld, std::int64_t offset)
        : rows_(rows), cols_(cols), ld_(ld), offset_(offset) {
        void* memory = nullptr;
        const std::int64_t elements = offset + (rows - 1) * ld + cols;
        require(cudaMalloc(&memory, static_cast<std::size_t>(elements) * sizeof(float)),
                "cudaMalloc");
        memory_ = static_cast<float*>(memory);
    }
    ~BareMatrix() { (void)cudaFree(memory_); }
    BareMatrix(const BareMatrix&) = delete;
    BareMatrix& operator=(const BareMatrix&) = delete;

    float* data() const { return memory_ + offset_; }

    void upload(const std::vector<float>& values) {
        for (std::int64_t r = 0; r < rows_; ++r) {
            require(cudaMemcpy(data() + r * ld_, values.data() + r * cols_, row_bytes(),
                               cudaMemcpyHostToDevice),
                    "cudaMemcpy to the device");
        }
    }
    std::vector<float> download() const {
        std::vector<float> values(static_cast<std::size_t>(rows_ * cols_));
        for (std::int64_t r = 0; r < rows_; ++r) {
            require(cudaMemcpy(values.data() + r * cols_, data() + r * ld_, row_bytes(),
                               cudaMemcpyDeviceToHost),
                    "cudaMemcpy to the host");
        }
        return values;
    }

  private:
    std::size_t row_bytes() const { return static_cast<std::size_t>(cols_) * sizeof(float); }

    std::int64_t rows_;
    std::int64_t cols_;
    std::int64_t ld_;
    std::int64_t offset_;
    float* memory_ = nullptr;
};

bool check_bare(const FunctionUnderTest& function, std::int64_t cols, std::int64_t x_offset,
                std::int64_t y_offset) {
    constexpr std::int64_t kRows = 3;
    const std::int64_t ld = cols + 5;
    const HostMatrix data = slopes(kRows, cols, 1);
    BareMatrix x(kRows, cols, ld, x_offset);
    BareMatrix y(kRows, cols, ld, y_offset);
    x.upload(data.values);
    LaunchFacts facts;
    facts.function = &function;
    facts.x_offset = x_offset;
    facts.y_offset = y_offset;
    facts.data = data.contents;
    facts.attempt = "nothing around the rows is set";
    facts.arguments = {kRows, cols, x.data(), ld, y.data(), ld, kWarp, nullptr};
    if (!call_and_wait(facts)) return false;
    const std::vector<float> got = y.download();
    const Expected expected = function.oracle(data, kWarp);
    const Comparison comparison = compare(got, expected);
    if (comparison.all_right()) return true;
    fail(describe_mismatch(facts, data, got, expected, comparison));
    return false;
}

/// The other checks see a read outside of the rows only when it changes the result. Here the CPU
/// device's memcheck and initcheck see it (on a GPU: compute-sanitizer does).
void only_the_rows(const FunctionUnderTest& function) {
    for (const std::int64_t cols : {1, 2, 3, 4, 5, 7, 9, 14, 131, 257}) {
        for (std::int64_t offset = 0; offset < kVector; ++offset) {
            if (!check_bare(function, cols, offset, offset) ||
                !check_bare(function, cols, offset, (offset + 1) % kVector)) {
                return;
            }
        }
    }
}

}  // namespace

CheckList vector_row_checks(const FunctionUnderTest& function) {
    return {
        {"TailsAlone", [=] { tails_alone(function); }},
        {"HeadsAlone", [=] { heads_alone(function); }},
        {"HeadsAndTails", [=] { heads_and_tails(function); }},
        {"VectorThresholds", [=] { vector_thresholds(function); }},
        {"AlignmentOfEveryRow", [=] { alignment_of_every_row(function); }},
        {"OnlyTheRows", [=] { only_the_rows(function); }},
    };
}

}  // namespace workshop::checks
