// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a prediction can be about: figures of one call, by name.

#include <string>
#include <vector>

#include "call.hpp"

namespace workshop::checks {

/// @brief One figure of a call.
struct Quantity {
    const char* name;
    const char* sentence;  ///< what the kernel does, with # for the value, without a full stop
    double (*value)(const CountedCall& call);
};

/// @brief All of them.
const std::vector<Quantity>& quantities();

/// @brief The quantity of that name; null when there is none.
const Quantity* find_quantity(const std::string& name);

}  // namespace workshop::checks
