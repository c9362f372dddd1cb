// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What exp_probe.hpp has noted.

#include <vector>

namespace workshop::pictures {

struct ExpCall {
    float argument = 0.0F;
    float result = 0.0F;
};

/// @brief The calls since the last time it was asked, in their order.
/// @throws std::runtime_error when there were more than it has room for
std::vector<ExpCall> take_exp_calls();

}  // namespace workshop::pictures
