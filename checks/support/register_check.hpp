// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Lists of checks, and how they are registered under readable names.

#include <functional>
#include <string>
#include <vector>

namespace workshop::checks {

/// @brief One check. The body reports with fail(); it may throw DeviceError.
struct NamedCheck {
    std::string property;  ///< for example "WritesEveryElement"
    std::function<void()> body;
};

/// @brief Checks in the order in which a student should meet them.
using CheckList = std::vector<NamedCheck>;

/// @brief Registers each check as `function.property`, for example
///        serial_softmax.WritesEveryElement.
///
/// A CUDA call of the checks that fails inside a body becomes a failure of that check.
void register_checks(const std::string& function, const CheckList& checks);

/// @brief Function and property of a registered check.
struct RegisteredCheck {
    std::string function;
    std::string property;
};

/// @brief All registered checks, in the order of registration: the one in which reports tell them.
///
/// GoogleTest keeps the checks of a function together. A lesson may put those of another function
/// between them, which a student writes in between.
const std::vector<RegisteredCheck>& registered_checks();

}  // namespace workshop::checks
