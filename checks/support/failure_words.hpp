// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Compares what two failures say, words and numbers apart.

#include <string>
#include <vector>

namespace workshop::checks {

/// @brief A text, taken apart.
struct Words {
    std::string without_numbers;  ///< '#' stands for each number, "a call" for each call
    std::vector<double> numbers;
    std::vector<std::string> calls;  ///< such as "cudaStreamSynchronize()"
};

/// @brief Takes the numbers out of a text, and the names of calls: cudaDeviceSynchronize() and
///        cudaStreamSynchronize() are the same mistake.
Words split_words(const std::string& text);

/// @brief As many numbers, and each the same within 2 %: the kept ones have three digits.
bool numbers_agree(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace workshop::checks
