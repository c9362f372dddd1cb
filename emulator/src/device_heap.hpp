// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What kernels allocate by malloc and new.

namespace workshop::emulator {

/// @brief After cudaDeviceReset(): nothing is allocated any more.
void forget_device_heap();

}  // namespace workshop::emulator
