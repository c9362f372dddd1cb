// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "common_checks.hpp"
#include "compare.hpp"
#include "device.hpp"
#include "guarded_matrix.hpp"
#include "launch.hpp"
#include "poison.hpp"

namespace workshop::checks {

namespace {

// rows * leading dimension is 2,178,000,000, above 2^31 = 2,147,483,648. Few columns are used, so
// the host needs little memory and the check little time.
constexpr std::int64_t kRows = 66000;
constexpr std::int64_t kCols = 40;
constexpr std::int64_t kLargeLd = 33000;

/// Device memory of any size; every byte is 0xFF, which makes every float a NaN.
class LargeMatrix {
  public:
    LargeMatrix(std::int64_t cols, std::int64_t ld) : cols_(cols), ld_(ld) {
        const std::size_t bytes = static_cast<std::size_t>(kRows * ld) * sizeof(float);
        void* memory = nullptr;
        require(cudaMalloc(&memory, bytes), "cudaMalloc of a large matrix");
        device_ = static_cast<float*>(memory);
        require(cudaMemset(device_, 0xFF, bytes), "cudaMemset");
    }
    ~LargeMatrix() { (void)cudaFree(device_); }
    LargeMatrix(const LargeMatrix&) = delete;
    LargeMatrix& operator=(const LargeMatrix&) = delete;

    float* data() const { return device_; }
    std::int64_t ld() const { return ld_; }

    void upload(const std::vector<float>& values) {
        require(cudaMemcpy2D(device_, pitch(ld_), values.data(), pitch(cols_), pitch(cols_), kRows,
                             cudaMemcpyHostToDevice),
                "cudaMemcpy2D to the device");
    }
    /// Some columns of every row, from `column` on.
    std::vector<float> download(std::int64_t column, std::int64_t count) const {
        std::vector<float> values(static_cast<std::size_t>(kRows * count));
        require(cudaMemcpy2D(values.data(), pitch(count), device_ + column, pitch(ld_),
                             pitch(count), kRows, cudaMemcpyDeviceToHost),
                "cudaMemcpy2D to the host");
        return values;
    }

  private:
    static std::size_t pitch(std::int64_t elements) {
        return static_cast<std::size_t>(elements) * sizeof(float);
    }
    std::int64_t cols_;
    std::int64_t ld_;
    float* device_ = nullptr;
};

/// One launch with one data set.
bool check_large_launch(const FunctionUnderTest& function, LargeMatrix& x, LargeMatrix& y,
                        std::uint64_t seed) {
    const HostMatrix data = normals(kRows, kCols, seed);
    const std::int64_t output_cols = function.output_columns(kCols);
    const std::int64_t ldx = x.ld();
    const std::int64_t ldy = y.ld();
    x.upload(data.values);
    y.upload(std::vector<float>(static_cast<std::size_t>(kRows * output_cols),
                                std::bit_cast<float>(kNeverWritten)));
    LaunchFacts facts;
    facts.function = &function;
    facts.data = data.contents;
    if (seed != 1) facts.attempt = "second launch, other data";
    facts.arguments = {kRows, kCols, x.data(), ldx, y.data(), ldy, kUsualThreads, nullptr};
    if (!call_and_wait(facts)) return false;
    const std::vector<float> got = y.download(0, output_cols);
    const Expected expected = function.oracle(data, kUsualThreads);
    const Comparison comparison = compare(got, expected);
    if (!comparison.all_right()) {
        fail(describe_mismatch(facts, data, got, expected, comparison));
        return false;
    }
    if (ldy == output_cols) return true;
    for (const float value : y.download(output_cols, 64)) {
        if (std::bit_cast<std::uint32_t>(value) == 0xFFFFFFFFU) continue;
        fail(describe_problem(facts, "The kernel wrote into the gap behind the columns.", ""));
        return false;
    }
    return true;
}

/// Two launches with different data. Unlike check_launch() this has no guards around the matrices
/// and looks at 64 elements of each gap only: guards of gigabytes would take too long to compare.
bool check_large(const FunctionUnderTest& function, std::int64_t ldx, std::int64_t ldy) {
    LargeMatrix x(kCols, ldx);
    LargeMatrix y(function.output_columns(kCols), ldy);
    return check_large_launch(function, x, y, 1) && check_large_launch(function, x, y, 2);
}

void more_than_2_to_31_elements(const FunctionUnderTest& function) {
    if (on_cpu_device()) GTEST_SKIP() << "needs a GPU with 10 GB of free memory";
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    require(cudaMemGetInfo(&free_bytes, &total_bytes), "cudaMemGetInfo");
    constexpr std::size_t kNeeded = std::size_t{10} << 30;
    if (free_bytes < kNeeded) {
        GTEST_SKIP() << "needs 10 GB of free GPU memory, but " << (free_bytes >> 30)
                     << " GB are free";
    }
    const std::int64_t output_cols = function.output_columns(kCols);
    if (!check_large(function, kLargeLd, output_cols)) return;
    if (function.has_leading_dimension_y) check_large(function, kCols, kLargeLd);
}

}  // namespace

CheckList large_matrix_checks(const FunctionUnderTest& function) {
    return {{"MoreThan2To31Elements", [=] { more_than_2_to_31_elements(function); }}};
}

}  // namespace workshop::checks
