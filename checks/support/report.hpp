// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The text of a failure, for people.

#include <string>
#include <vector>

#include "compare.hpp"
#include "function_under_test.hpp"
#include "host_matrix.hpp"

namespace workshop::checks {

/// @brief What was launched, for the first lines of a report.
struct LaunchFacts {
    const FunctionUnderTest* function = nullptr;
    Arguments arguments;
    std::int64_t x_offset = 0;  ///< elements by which x misses 16-byte alignment
    std::int64_t y_offset = 0;
    bool in_place = false;
    std::string data;     ///< HostMatrix::contents
    std::string attempt;  ///< empty for the first launch, else for example "second launch"
};

/// @brief One line with the shape and everything that is not the plain case.
std::string describe_launch(const LaunchFacts& facts);

/// @brief Describes an error code by name and CUDA's own text.
std::string describe_error(cudaError_t code);

/// @brief The report on wrong elements.
struct Mismatch {
    std::string words;   ///< how many, where, the first one, what they hold
    std::string cause;   ///< may be empty
    bool close = false;  ///< nearly right
};

/// @brief Looks at wrong elements.
Mismatch look_at_mismatch(const LaunchFacts& facts, const HostMatrix& x,
                          const std::vector<float>& got, const Expected& expected,
                          const Comparison& comparison);

/// @brief The report on wrong elements in one text.
std::string describe_mismatch(const LaunchFacts& facts, const HostMatrix& x,
                              const std::vector<float>& got, const Expected& expected,
                              const Comparison& comparison);

/// @brief The line of a report that names a cause.
std::string cause_line(const std::string& cause);

/// @brief The report on a broken rule that is not about single values.
/// @param[in] problem what is wrong, one or more sentences
/// @param[in] cause   a likely cause, may be empty
std::string describe_problem(const LaunchFacts& facts, const std::string& problem,
                             const std::string& cause);

}  // namespace workshop::checks
