// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What a person calls a place in device memory: the kernel got a pointer to it, and the
///        launch says the name of that pointer.

#include <cstddef>
#include <cstdint>
#include <string>

namespace workshop::emulator::watch {

/// @brief Names a place by the pointer arguments of the launch that runs.
/// @param[in] address the place
/// @param[in] base    of the allocation that is or most likely was meant
/// @param[in] bytes   of that allocation
/// @return "y[1024]", or an empty string when no argument points into the allocation
std::string name_in_launch(std::uintptr_t address, const void* base, std::size_t bytes);

/// @brief The arguments of a launch one by one.
/// @param[in] text  such as "(rows, max(a, b), x)"
/// @param[in] index from 0
/// @return "max(a, b)" for 1; an empty string when there is no such argument, or when a macro
/// passes
///         __VA_ARGS__ on
std::string argument_text(const std::string& text, std::size_t index);

}  // namespace workshop::emulator::watch
