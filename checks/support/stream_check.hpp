// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The check `Stream`: work in the order of the caller's stream, no wait, nothing left
///        behind. It calls the function with shapes that may take paths of their own.

#include "function_under_test.hpp"
#include "gemm_case.hpp"

namespace workshop::checks {

/// @brief An ordinary shape, a row wider than any block keeps, more rows than blocks run at a time,
///        and in place where the contract allows it.
void check_stream(const FunctionUnderTest& function);

/// @brief Without and with C, without a product, sizes that are multiples of the function's tile
///        and sizes that are not.
void check_stream(const GemmFunction& function);

}  // namespace workshop::checks
