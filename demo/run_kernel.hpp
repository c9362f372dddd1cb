// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Runs one kernel on one file of scores, times it, and checks every element it wrote.

#include <cstdint>
#include <string>
#include <vector>

#include "kernel_table.hpp"
#include "workshop/attention_scores.hpp"

namespace workshop::demo {

/// @brief What a run found.
struct KernelRun {
    std::string kernel;
    int lesson = 0;
    std::string data;       ///< name of the scores
    std::int64_t rows = 0;  ///< rows of the launch: those of the file, times `copies`
    std::int64_t cols = 0;
    std::int64_t nan_rows = 0;   ///< rows whose every element was wanted to be NaN, and is
    double error = 0;            ///< largest error of an element
    double bound = 0;            ///< the bound of that element
    double share = 0;            ///< largest share of its own bound that an element's error has
    double milliseconds = 0;     ///< one launch, shortest of several
    std::int64_t wrong = 0;      ///< elements that are wrong
    std::string first_wrong;     ///< the first of them in words
    std::vector<float> weights;  ///< the result for the rows of the file, without the copies

    /// @brief Bytes read and written at least once: what a perfect kernel would move.
    double bytes() const { return 2.0 * sizeof(float) * static_cast<double>(rows * cols); }
};

/// @brief Runs the kernel on the device and compares every element with the oracle.
/// @param[in] kernel the function and its oracle
/// @param[in] scores the input
/// @param[in] copies how many times the rows of the file follow each other in one launch
/// @throws workshop::CudaError when a CUDA call or the launch fails
KernelRun run_kernel(const DemoKernel& kernel, const AttentionScores& scores, std::int64_t copies);

/// @brief Time of a device-to-device copy of the scores in milliseconds, measured as the
///        kernels are.
/// @param[in] scores what is copied
/// @param[in] copies how many times the rows of the file follow each other in the buffer
/// @throws workshop::CudaError when a CUDA call fails
double copy_milliseconds(const AttentionScores& scores, std::int64_t copies);

}  // namespace workshop::demo
