// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Checks of a launch that is planned from the device's answers: the plan alone, without a
///        kernel.

#include <cstdint>
#include <functional>
#include <string>

#include "register_check.hpp"
#include "workshop/05_persistent_grid.hpp"

namespace workshop::checks {

/// @brief plan_persistent() of lesson 5.
using PlanFunction =
    std::function<cudaError_t(std::int64_t rows, std::int64_t cols, PersistentPlan* plan)>;

/// @brief More rows than any device holds blocks.
inline constexpr std::int64_t kEndlessRows = std::int64_t{1} << 40;

/// @brief AtMostTheDevice, FillsTheDevice, FewRows, KeepsRowsThatFit, NeverAnEmptyGrid, Arguments.
CheckList grid_plan_checks(const std::string& name, const PlanFunction& plan);

/// @brief The most blocks that the device can hold at the same time, from its limits on threads,
///        blocks and shared memory. What registers allow may be less.
/// @throws DeviceError when the device does not answer
std::int64_t most_blocks_at_a_time(int threads_per_block, std::size_t shared_bytes);

/// @brief The shared memory that a block can opt in to, in bytes.
/// @throws DeviceError when the device does not answer
std::int64_t most_shared_bytes();

/// @brief "threads_per_block 256, rows_per_block 1, blocks 70, ...".
std::string describe_plan(const PersistentPlan& plan);

}  // namespace workshop::checks
