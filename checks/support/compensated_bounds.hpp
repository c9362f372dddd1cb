// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief How far a compensated float32 sum may be from the exact one. Derived, like bounds.hpp.
///
/// Each addition of the sums makes an error e. An element goes through at most D of them, so the
/// errors add up to at most D u sum|x| in size. Without rounding the compensation would be their
/// sum, and sum + compensation would be exact. It rounds as well, in at most E additions on the way
/// of an e: by at most E u times the errors' size. And the value is rounded once more:
///
///     |error| <= u |S| + D E u^2 sum|x|
///
/// The first term is there for every float32 result. In the second, D E u^2 stays below 7 u for up
/// to 2^24 elements a thread when a thread ends its runs of additions after kCompensatedRun
/// elements. The text of lesson 6 counts D and E.

#include <cstdint>

#include "bounds.hpp"

namespace workshop::checks {

/// @brief The most elements that the contract of lesson 6 lets one run of additions have.
inline constexpr std::int64_t kCompensatedRun = 4096;

/// @brief Roundings on the way from an element to the result.
struct CompensatedChains {
    std::int64_t additions = 0;      ///< D: of sums
    std::int64_t compensations = 0;  ///< E: of compensations
};

/// @brief D and E of the contract of lesson 6.
CompensatedChains compensated_chains(std::int64_t cols, std::int64_t threads);

/// @brief Bound of a compensated sum.
/// @param[in] exact             the exact sum
/// @param[in] sum_of_magnitudes sum of |x|
double compensated_sum_bound(double exact, double sum_of_magnitudes, CompensatedChains chains);

/// @brief A compensated sum of positive terms as a softmax's bound sees it: that many additions.
SoftmaxNumerics compensated_numerics(std::int64_t cols, int threads);

}  // namespace workshop::checks
