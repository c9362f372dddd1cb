// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Likely causes that can be read in the values of wrong elements: factors, infinities,
/// zeros.

#include <string>

#include "likely_cause.hpp"

namespace workshop::checks {

/// @brief Whether a score of a finite row is so large that exp of it leaves the range of float.
bool has_large_scores(const Circumstances& now);

/// @brief The cause of what is wrong beside large scores.
std::string cause_of_large_scores(const Circumstances& now);

/// @brief The cause of Content::constant_factor and Content::row_factor.
std::string cause_of_factor(const What& what, const Circumstances& now);

/// @brief The cause of Content::infinite.
std::string cause_of_infinities(const Circumstances& now);

/// @brief The cause of Content::zero.
std::string cause_of_zeros(const Circumstances& now);

/// @brief The cause of pairs of maximum and sum whose maxima are right, so that the sums can be
///        compared with what is wanted.
std::string cause_of_sums(const Circumstances& now);

/// @brief The cause of Content::close.
/// @param[in] error_in_bounds the largest error, as a multiple of its bound
std::string cause_of_small_error(double error_in_bounds, const Circumstances& now);

}  // namespace workshop::checks
