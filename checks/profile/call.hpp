// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief One call of a function of a lesson, counted on the CPU device.

#include <emulator/profile.h>

#include <string>
#include <vector>

#include "support/profiled_function.hpp"

namespace workshop::checks {

/// @brief What the device counted.
struct CountedCall {
    CallShape shape;
    ProfiledCall plan;
    std::vector<emulator::KernelProfile> kernels;
    std::string problem;       ///< empty, or why the call failed; the counts are then not complete
    bool is_compared = false;  ///< the output was compared with what is wanted
    std::string wrong_output;  ///< empty, or what is wrong with it

    /// @brief How often an element of the inputs is read, on average, by all kernels together.
    double reads_per_element() const;
    /// @brief How often an element of the outputs is written.
    double writes_per_element() const;
};

/// @brief Whether a call whose accesses were all seen stored nothing: the function, or a kernel
/// that it
///        launches, is still to be written.
bool stores_nothing(const CountedCall& call);

/// @brief Whether the kernels of a call read nothing of global memory, though all were counted. A
///        starter may store what it was given to begin with, such as sums of 0.
bool reads_nothing(const CountedCall& call);

/// @brief Whether the output of a call is compared with what it should be.
enum class Outputs { left_alone, compared };

/// @brief Calls the function once on standard normals and counts.
CountedCall count_call(const ProfiledFunction& function, const CallShape& shape,
                       Outputs outputs = Outputs::left_alone);

}  // namespace workshop::checks
