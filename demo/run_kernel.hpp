// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Runs one kernel on one file of scores, times it, and checks every element it wrote.

#include <cstdint>

#include "kernel_run.hpp"
#include "kernel_table.hpp"
#include "workshop/attention_scores.hpp"

namespace workshop::demo {

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
