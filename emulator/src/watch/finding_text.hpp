// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief From findings to messages.

#include <string>
#include <vector>

#include "findings.hpp"

namespace workshop::emulator::watch {

/// @brief Reports the findings of the launch that `execution` still describes. Findings of the same
///        kind and the same lines become one, and one that an earlier launch has shown is told in
///        short.
/// @param[in] not_kept how many findings had no place any more
void tell_findings(const std::vector<Finding>& findings, unsigned long long not_kept);

/// @brief Whether the last launch with findings had one outside of device memory on a line: a crash
///        there tells the same once more.
bool told_out_of_bounds(const std::string& file, int line);

/// @brief The findings of a launch begin.
void forget_told_places();

/// @brief Says that the launch was ended because of its many illegal accesses.
void tell_end_of_launch();

/// @brief Counts an error beside a matrix that was told elsewhere.
void count_outside_error();

}  // namespace workshop::emulator::watch
