// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief cudaProfilerStart() and cudaProfilerStop(), for files that include them by name.

#include <emulator/runtime_api.h>
