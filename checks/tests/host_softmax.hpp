// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Functions under test that compute on the host and move data by CUDA's copies: the checks
///        can be tested with right and with wrong ones, on both backends, without a kernel.

#include <functional>
#include <vector>

#include "support/function_under_test.hpp"
#include "support/host_matrix.hpp"

namespace workshop::checks {

/// @brief Computes the output, rows x cols, from the input.
using HostKernel = std::function<std::vector<float>(const HostMatrix& x)>;

/// @brief A right softmax in float32.
std::vector<float> right_softmax(const HostMatrix& x);

/// @brief A softmax function that obeys the contract, except for what the kernel computes.
FunctionUnderTest host_function(const HostKernel& kernel = right_softmax);

/// @brief Gives a function that obeys the contract of row sums or of (maximum, sum) pairs a kernel
///        on the host, which computes rows x output columns.
void set_host_kernel(FunctionUnderTest& function, const HostKernel& kernel);

/// @brief Runs a check's body and collects what it reports, instead of failing.
std::vector<std::string> failures_of(const std::function<void()>& body);

}  // namespace workshop::checks
