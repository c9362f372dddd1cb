// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a run of a kernel found, and how an output gets into it.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "support/expected.hpp"

namespace workshop::demo {

/// @brief What a run found.
struct KernelRun {
    std::string kernel;
    int lesson = 0;
    std::string data;       ///< name of the scores, or of the matrix that was computed
    std::int64_t rows = 0;  ///< rows of the output: those of the file, times the copies
    std::int64_t cols = 0;
    std::int64_t nan_rows = 0;   ///< rows whose every element was wanted to be NaN, and is
    double error = 0;            ///< largest error of an element
    double bound = 0;            ///< the bound of that element
    double share = 0;            ///< largest share of its own bound that an element's error has
    double milliseconds = 0;     ///< one launch, shortest of several
    std::int64_t wrong = 0;      ///< elements that are wrong
    std::string first_wrong;     ///< the first of them in words
    std::vector<float> weights;  ///< the output for the rows of the file, without the copies
};

/// @brief Says where an element is, such as "row 3, column 4 (of a head)".
using Place = std::function<std::string(std::int64_t row, std::int64_t col)>;

/// @brief Compares an output with what is wanted, every element, and adds what it finds to the run.
/// @param[in]     got    rows x cols values of `wanted`, row-major
/// @param[in]     wanted values and bounds
/// @param[in]     place  names an element that is wrong
/// @param[in,out] run    its error, bound, share, wrong, first_wrong and nan_rows
void judge(const std::vector<float>& got, const checks::Expected& wanted, const Place& place,
           KernelRun& run);

}  // namespace workshop::demo
