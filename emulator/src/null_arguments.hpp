// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Which arguments of a launch are null pointers: where a kernel that crashed got its
///        address.

#include <cstdint>

#include "diagnostics.hpp"

namespace workshop::emulator {

/// @brief Completes the report of a crash at an address that a null pointer and an index give.
/// @param[in]     address    that was used
/// @param[in,out] diagnostic the report; its `what` is there already
/// @return whether the launch has a null pointer among its arguments that explains the address
bool explain_null_argument(std::uintptr_t address, Diagnostic& diagnostic);

}  // namespace workshop::emulator
