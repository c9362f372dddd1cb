// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What the rest of the CPU device may ask about the launch that runs now.

#include <cuda_runtime.h>

#include <cstddef>
#include <string>

namespace workshop::emulator {

/// @brief Whether the calling code runs inside a kernel.
bool in_kernel();

/// @brief "kernel k, block (0,0,0), thread (1,0,0)" inside a kernel, else an empty string.
std::string current_thread_text();

/// @brief Checks a launch against the limits of the device, as CUDA does.
/// @param[in]  configuration    the launch
/// @param[in]  kernel           address of the kernel, or null when it is not known
/// @param[in]  static_shared    bytes of static shared memory of the kernel
/// @param[in]  dynamic_limit    bytes of dynamic shared memory that the kernel may ask for
/// @param[out] why              for people: what is wrong, with the numbers
/// @return cudaSuccess; cudaErrorInvalidConfiguration for grid and block sizes;
///         cudaErrorInvalidValue for too much dynamic shared memory;
///         cudaErrorCooperativeLaunchTooLarge when the blocks cannot all be resident
cudaError_t check_launch(const LaunchConfiguration& configuration, const void* kernel,
                         std::size_t static_shared, std::size_t dynamic_limit, std::string& why);

}  // namespace workshop::emulator
