// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Checks that run again on every device that the CPU device can play.

#include <string>

#include "register_check.hpp"

namespace workshop::checks {

/// @brief EveryDeviceModel: runs the checks that match a filter in a process of their own for each
///        device model, and once with a kernel that needs many registers. Skipped on a GPU.
/// @param[in] filter   names of checks, with * and ?, several separated by ':'
CheckList device_model_checks(const std::string& filter);

}  // namespace workshop::checks
