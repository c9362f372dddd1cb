// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The same bits in every order in which blocks, warps and lanes may run.

#include <map>
#include <string>
#include <vector>

namespace workshop::checks {

/// @brief Keeps the first output of each shape, and compares later ones with it.
class OrderOfAdditions {
  public:
    /// @brief Reports an output that differs from that of an earlier schedule.
    /// @param[in] function for the report
    /// @param[in] shape    the launch; launches with the same text are compared
    /// @param[in] schedule the order of this launch
    /// @return whether the bits are the same
    bool check_same_bits(const std::string& function, const std::string& shape,
                         const std::vector<float>& output, const std::string& schedule);

  private:
    struct First {
        std::vector<float> output;
        std::string schedule;
    };
    std::map<std::string, First> by_shape_;
};

}  // namespace workshop::checks
