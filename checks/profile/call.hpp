// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief One call of a function of a lesson, counted on the CPU device.

#include <emulator/profile.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/function_under_test.hpp"

namespace workshop::checks {

/// @brief What a function is called with.
struct CallShape {
    std::int64_t rows = 256;
    std::int64_t cols = 1024;
    int threads = 256;        ///< of a block, where the caller chooses
    std::int64_t gap = 0;     ///< elements between the rows of x, and of y
    std::int64_t offset = 0;  ///< elements (0 to 3) by which x and y miss 16-byte alignment

    bool operator==(const CallShape&) const = default;
};

/// @brief What the device counted.
struct CountedCall {
    CallShape shape;
    std::int64_t multiply_adds = 0;  ///< of a matrix product; else 0
    std::vector<emulator::KernelProfile> kernels;
    std::string problem;  ///< empty, or why the call failed; the counts are then not complete
};

/// @brief Calls the function once on standard normals and counts.
CountedCall count_call(const FunctionUnderTest& function, const CallShape& shape);

}  // namespace workshop::checks
