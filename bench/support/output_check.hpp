// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Compares what was left in the output buffers, once a repetition.

#include <functional>
#include <string>
#include <vector>

#include "support/expected.hpp"

namespace workshop::bench {

/// @brief Judges the outputs of one function at one shape. The first output is compared element by
///        element with the oracle. Later ones must have the same bits, or stand before the oracle
///        again: a kernel may add in another order each time.
class OutputCheck {
  public:
    /// @param[in] oracle makes the wanted output; called when it is needed, because that takes
    ///            longer than many measurements, and its result more memory
    explicit OutputCheck(std::function<checks::Expected()> oracle) : oracle_(std::move(oracle)) {}

    /// @brief @return empty, or what is wrong
    std::string problem_of(std::vector<float> got);

    /// @brief Whether an output has been found right.
    bool has_verified() const { return !verified_.empty(); }

    /// @brief The output that was found right; empty before.
    const std::vector<float>& verified() const { return verified_; }

    /// @brief How often the oracle was asked.
    int oracle_calls() const { return oracle_calls_; }

  private:
    std::function<checks::Expected()> oracle_;
    std::vector<float> verified_;
    int oracle_calls_ = 0;
};

}  // namespace workshop::bench
