// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "host_softmax.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/oracle.hpp"

namespace workshop::checks {

namespace {

cudaError_t call_host_kernel(const HostKernel& kernel, const Arguments& a, std::int64_t y_cols) {
    HostMatrix x(a.rows, a.cols, "");
    const auto pitch = [](std::int64_t elements) {
        return static_cast<std::size_t>(elements) * sizeof(float);
    };
    const auto rows = static_cast<std::size_t>(a.rows);
    cudaError_t error = cudaSuccess;
    if (a.cols > 0) {
        error = cudaMemcpy2DAsync(x.values.data(), pitch(a.cols), a.x, pitch(a.ldx), pitch(a.cols),
                                  rows, cudaMemcpyDeviceToHost, a.stream);
    }
    if (error == cudaSuccess) error = cudaStreamSynchronize(a.stream);
    if (error == cudaSuccess) {
        const std::vector<float> y = kernel(x);
        error = cudaMemcpy2DAsync(a.y, pitch(a.ldy), y.data(), pitch(y_cols), pitch(y_cols), rows,
                                  cudaMemcpyHostToDevice, a.stream);
        if (error == cudaSuccess) error = cudaStreamSynchronize(a.stream);
    }
    (void)cudaGetLastError();
    return error;
}

bool are_bad(const Arguments& a) {
    return a.rows < 0 || a.cols < 0 || a.ldx < a.cols || a.threads_per_block < 1 ||
           a.threads_per_block > 1024;
}

}  // namespace

std::vector<float> right_softmax(const HostMatrix& x) {
    std::vector<float> y(x.values.size());
    for (std::int64_t r = 0; r < x.rows; ++r) {
        float maximum = -std::numeric_limits<float>::infinity();
        for (std::int64_t c = 0; c < x.cols; ++c)
            maximum = std::fmax(maximum, x.at(r, c));
        float sum = 0.0F;
        for (std::int64_t c = 0; c < x.cols; ++c)
            sum += std::exp(x.at(r, c) - maximum);
        for (std::int64_t c = 0; c < x.cols; ++c) {
            y[static_cast<std::size_t>(r * x.cols + c)] = std::exp(x.at(r, c) - maximum) / sum;
        }
    }
    return y;
}

FunctionUnderTest host_function(const HostKernel& kernel) {
    FunctionUnderTest function;
    function.name = "host_softmax";
    function.call = [kernel](const Arguments& a) {
        if (are_bad(a) || a.ldy < a.cols) return cudaErrorInvalidValue;
        if (a.rows == 0 || a.cols == 0) return cudaSuccess;
        if (a.x == nullptr || a.y == nullptr) return cudaErrorInvalidValue;
        return call_host_kernel(kernel, a, a.cols);
    };
    function.oracle = [](const HostMatrix& x, int) {
        return softmax_oracle(x, SoftmaxNumerics{x.cols, 0});
    };
    return function;
}

void set_host_kernel(FunctionUnderTest& function, const HostKernel& kernel) {
    function.call = [kernel, y_cols = function.output_cols](Arguments a) {
        if (are_bad(a)) return cudaErrorInvalidValue;
        if (a.rows == 0) return cudaSuccess;
        if (a.y == nullptr || (a.x == nullptr && a.cols > 0)) return cudaErrorInvalidValue;
        a.ldy = y_cols;
        return call_host_kernel(kernel, a, y_cols);
    };
}

std::vector<std::string> failures_of(const std::function<void()>& body) {
    testing::TestPartResultArray parts;
    {
        const testing::ScopedFakeTestPartResultReporter reporter(
            testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &parts);
        body();
    }
    std::vector<std::string> failures;
    for (int i = 0; i < parts.size(); ++i) {
        if (parts.GetTestPartResult(i).failed()) {
            failures.emplace_back(parts.GetTestPartResult(i).message());
        }
    }
    return failures;
}

}  // namespace workshop::checks
