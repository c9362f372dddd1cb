// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What exp_probe.hpp has noted.

#include <vector>

namespace workshop::pictures {

/// @brief One call of expf.
struct ExpCall {
    float argument = 0.0F;
    float result = 0.0F;
};

/// @brief The calls since the last time it was asked, in their order.
/// @throws std::runtime_error when there were more than it has room for
std::vector<ExpCall> take_exp_calls();

/// @brief The two calls for an element, each by its argument: C++ leaves open which of two terms of
///        a sum is computed first, and so which call comes first.
/// @param[in,out] first,second  two calls in any order; then the one of the old sum, and the other
/// @param[in] rescale           argument of the old sum's call
/// @param[in] term              argument of the other call. A wrong kernel may have made neither:
///                              then the calls stay as they are
void order_calls(ExpCall& first, ExpCall& second, float rescale, float term);

}  // namespace workshop::pictures
