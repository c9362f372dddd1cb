// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The kernels that the demo runs. Everything else in the demo is generated from this table.

#include <vector>

#include "support/function_under_test.hpp"

namespace workshop::demo {

/// @brief A kernel and where it comes from.
struct DemoKernel {
    int lesson = 0;
    checks::FunctionUnderTest function;
};

/// @brief The softmax function of each lesson, in the order of the lessons.
const std::vector<DemoKernel>& kernel_table();

}  // namespace workshop::demo
