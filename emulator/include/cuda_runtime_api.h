// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The host side of the runtime, for files that include it by name.

#include <emulator/runtime_api.h>
