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

cudaError_t call_host_kernel(const HostKernel& kernel, const Arguments& a) {
    if (a.rows < 0 || a.cols < 0 || a.ldx < a.cols || a.ldy < a.cols) return cudaErrorInvalidValue;
    if (a.threads_per_block < 1 || a.threads_per_block > 1024) return cudaErrorInvalidValue;
    if (a.rows == 0 || a.cols == 0) return cudaSuccess;
    if (a.x == nullptr || a.y == nullptr) return cudaErrorInvalidValue;
    HostMatrix x(a.rows, a.cols, "");
    const auto pitch = [](std::int64_t elements) {
        return static_cast<std::size_t>(elements) * sizeof(float);
    };
    const auto rows = static_cast<std::size_t>(a.rows);
    cudaError_t error = cudaMemcpy2DAsync(x.values.data(), pitch(a.cols), a.x, pitch(a.ldx),
                                          pitch(a.cols), rows, cudaMemcpyDeviceToHost, a.stream);
    if (error == cudaSuccess) error = cudaStreamSynchronize(a.stream);
    if (error == cudaSuccess) {
        const std::vector<float> y = kernel(x);
        error = cudaMemcpy2DAsync(a.y, pitch(a.ldy), y.data(), pitch(a.cols), pitch(a.cols), rows,
                                  cudaMemcpyHostToDevice, a.stream);
        if (error == cudaSuccess) error = cudaStreamSynchronize(a.stream);
    }
    (void)cudaGetLastError();
    return error;
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
    function.call = [kernel](const Arguments& a) { return call_host_kernel(kernel, a); };
    function.oracle = [](const HostMatrix& x, int) {
        return softmax_oracle(x, SoftmaxNumerics{x.cols, 0});
    };
    return function;
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
