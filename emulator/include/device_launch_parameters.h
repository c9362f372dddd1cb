// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief threadIdx and its kin, for files that include them by name.

#include <cuda_runtime.h>
