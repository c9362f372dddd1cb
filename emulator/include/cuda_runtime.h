// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once
// As in the CUDA Toolkit: programs ask for this macro.
#define __CUDA_RUNTIME_H__

/// @file
/// @brief The CPU device: what a CUDA C++ file finds in cuda_runtime.h, for a host compiler.

#include <driver_types.h>
#include <vector_functions.h>
#include <vector_types.h>

#include <emulator/qualifiers.h>

#include <emulator/atomics.h>
#include <emulator/barriers.h>
#include <emulator/builtin_variables.h>
#include <emulator/cache_hints.h>
#include <emulator/device_printf_assert.h>
#include <emulator/integer_intrinsics.h>
#include <emulator/launch.h>
#include <emulator/math_functions.h>
#include <emulator/runtime_api.h>
#include <emulator/unsupported.h>
#include <emulator/warp.h>
