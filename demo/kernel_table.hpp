// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The kernels that the demo runs. Everything else in the demo is generated from this table.

#include <vector>

#include "support/function_under_test.hpp"
#include "support/gemm_case.hpp"

namespace workshop::demo {

/// @brief A kernel and where it comes from.
struct DemoKernel {
    int lesson = 0;
    checks::FunctionUnderTest function;
};

/// @brief A matrix product and where it comes from.
struct DemoProduct {
    int lesson = 0;
    checks::GemmFunction function;
};

/// @brief The softmax functions of the lessons, in the order of the lessons.
const std::vector<DemoKernel>& kernel_table();

/// @brief The function whose weights are shown: online_softmax, which the first lessons lead to.
const DemoKernel& shown_kernel();

/// @brief The matrix products of the lessons, in the order of the lessons.
const std::vector<DemoProduct>& product_table();

}  // namespace workshop::demo
