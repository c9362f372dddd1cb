// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief For files that include cuda.h out of habit. The CPU device does not support the driver
///        interface (cuInit, cuLaunchKernel and so on); use the runtime interface.

#include <cuda_runtime.h>

#define CUDA_VERSION CUDART_VERSION
