// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>

#include "compare.hpp"
#include "device.hpp"
#include "gemm_checks.hpp"
#include "gemm_oracle.hpp"
#include "gemm_report.hpp"
#include "guarded_matrix.hpp"
#include "launch.hpp"
#include "poison.hpp"

namespace workshop::checks {

namespace {

// Rows * leading dimension is 2,178,000,000, above 2^31 = 2,147,483,648. Few columns are used, so
// the host needs little memory and the check little time.
constexpr std::int64_t kManyRows = 66000;
constexpr std::int64_t kLargeLd = 33000;

/// A matrix on the device, with a leading dimension of any size and NaN in the gaps.
class WideMatrix {
  public:
    WideMatrix(const HostMatrix& values, std::int64_t ld)
        : rows_(values.rows), cols_(values.cols), ld_(ld) {
        const std::size_t bytes = static_cast<std::size_t>(rows_) * pitch(ld);
        void* memory = nullptr;
        require(cudaMalloc(&memory, bytes), "cudaMalloc of a large matrix");
        device_ = static_cast<float*>(memory);
        require(cudaMemset(device_, 0xFF, bytes), "cudaMemset");
        require(cudaMemcpy2D(device_, pitch(ld), values.values.data(), pitch(cols_), pitch(cols_),
                             static_cast<std::size_t>(rows_), cudaMemcpyHostToDevice),
                "cudaMemcpy2D to the device");
    }
    ~WideMatrix() { (void)cudaFree(device_); }
    WideMatrix(const WideMatrix&) = delete;
    WideMatrix& operator=(const WideMatrix&) = delete;

    float* data() const { return device_; }
    std::int64_t ld() const { return ld_; }
    std::vector<float> download() const {
        std::vector<float> values(static_cast<std::size_t>(rows_ * cols_));
        require(cudaMemcpy2D(values.data(), pitch(cols_), device_, pitch(ld_), pitch(cols_),
                             static_cast<std::size_t>(rows_), cudaMemcpyDeviceToHost),
                "cudaMemcpy2D to the host");
        return values;
    }

  private:
    static std::size_t pitch(std::int64_t elements) {
        return static_cast<std::size_t>(elements) * sizeof(float);
    }
    std::int64_t rows_;
    std::int64_t cols_;
    std::int64_t ld_;
    float* device_ = nullptr;
};

/// One matrix is large, the others are as wide as they have to be. No guards: those of gigabytes
/// would take too long to compare.
bool check_large(const GemmFunction& function, const GemmPlan& plan) {
    GemmData data = plan.data(plan.shape, 1);
    for (float& value : data.c.values)
        value = std::bit_cast<float>(kNeverWritten);
    const WideMatrix a(data.a, plan.shape.k + plan.gap_a);
    const WideMatrix b(data.b, plan.shape.n + plan.gap_b);
    const WideMatrix c(data.c, plan.shape.n + plan.gap_c);
    const GemmArguments arguments{plan.shape.m, plan.shape.n, plan.shape.k, 1.0F,
                                  a.data(),     a.ld(),       b.data(),     b.ld(),
                                  0.0F,         c.data(),     c.ld()};
    if (!call_gemm_and_wait(function, plan, arguments)) return false;
    const std::vector<float> got = c.download();
    const GemmResult wanted = gemm_oracle(data, 1.0F, 0.0F);
    const Comparison comparison = compare(got, wanted.expected);
    if (comparison.all_right()) return true;
    fail(describe_gemm_mismatch(function, plan, data, got, wanted, comparison));
    return false;
}

void more_than_2_to_31_elements(const GemmFunction& function) {
    if (on_cpu_device()) GTEST_SKIP() << "needs a GPU with 10 GB of free memory";
    std::size_t free_bytes = 0;
    std::size_t total_bytes = 0;
    require(cudaMemGetInfo(&free_bytes, &total_bytes), "cudaMemGetInfo");
    if (free_bytes < std::size_t{10} << 30) {
        GTEST_SKIP() << "needs 10 GB of free GPU memory, but " << (free_bytes >> 30)
                     << " GB are free";
    }
    GemmPlan large_a;
    large_a.shape = {kManyRows, 8, 12};
    large_a.gap_a = kLargeLd - large_a.shape.k;
    GemmPlan large_b;
    large_b.shape = {8, 12, kManyRows};
    large_b.gap_b = kLargeLd - large_b.shape.n;
    GemmPlan large_c;
    large_c.shape = {kManyRows, 12, 8};
    large_c.gap_c = kLargeLd - large_c.shape.n;
    for (const GemmPlan& plan : {large_a, large_b, large_c}) {
        if (!check_large(function, plan)) return;
    }
}

}  // namespace

CheckList gemm_large_checks(const GemmFunction& function) {
    return {{"MoreThan2To31Elements", [=] { more_than_2_to_31_elements(function); }}};
}

}  // namespace workshop::checks
