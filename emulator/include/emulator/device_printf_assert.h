// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief printf, assert and what else a kernel may call without an include: as with nvcc, the
///        standard headers for them are there already.
///
/// printf writes to the host's stdout at once. A failed assert is caught by the library (it defines
/// __assert_fail), reported with block and thread, and ends the launch with cudaErrorAssert.

#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

/// @brief Ends the launch with cudaErrorLaunchFailure.
[[noreturn]] void __trap(const char* file = __builtin_FILE(), int line = __builtin_LINE());

/// @brief A breakpoint: stops in a debugger, does nothing without one.
void __brkpt();

/// @brief Nanoseconds of a steady clock. A GPU counts its own cycles instead.
long long clock64();
