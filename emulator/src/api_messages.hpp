// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Messages of the runtime interface about calls that cannot be right.

#include <driver_types.h>

#include <string>

namespace workshop::emulator {

/// @brief Tells the person why a runtime function refuses its arguments, with the line of the
///        program that called it, and records the error.
/// @param[in] error    what the function returns
/// @param[in] function its name, "cudaMemcpy"
/// @param[in] what     what is wrong, with the numbers
/// @param[in] cause    the likely cause, or empty
/// @param[in] next     what to try, or empty
/// @return error
cudaError_t refuse(cudaError_t error, const char* function, const std::string& what,
                   const std::string& cause = {}, const std::string& next = {});

/// @brief The source file whose call of the runtime runs; empty when it is unknown.
std::string calling_file();

/// @brief "0x7f12..." for messages.
std::string address_text(const void* address);

}  // namespace workshop::emulator
