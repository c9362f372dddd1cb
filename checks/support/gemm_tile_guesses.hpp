// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a wrong product holds when square tiles in shared memory are filled or read by the
///        wrong threads.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "gemm_case.hpp"

namespace workshop::checks {

/// @brief A likely cause, and what an element of C holds when it is the one.
struct GemmGuess {
    std::string words;
    std::function<double(std::int64_t row, std::int64_t column)> value;
};

/// @brief Guesses for a kernel with square tiles of A, B and C, a thread for each element of them.
/// @return nothing for other tiles. The guesses refer to the plan and the data.
std::vector<GemmGuess> guesses_about_square_tiles(const GemmFunction& function,
                                                  const GemmPlan& plan, const GemmData& data);

}  // namespace workshop::checks
