// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Calls that must not launch anything, and launches that the device refuses.

#include <cuda_runtime.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace workshop::checks {

/// @brief Elements for the threads that are left of kTooMany when the number of blocks is cut to 32
///        bits: such a launch does no harm on a GPU.
inline constexpr std::int64_t kTooManyRoom = 1024;

/// @brief More threads than the largest grid has, whatever the block size. Nothing of that size is
///        allocated: nothing may be launched.
inline constexpr std::int64_t kTooMany = (std::int64_t{1} << 42) + kTooManyRoom;

/// @brief Makes a call that must return `wanted` and launch nothing. Reports what is wrong.
/// @param[in] title    begins the report, for example "serial_softmax with rows = -1"
/// @param[in] problems called afterwards: sentences about memory that was written; empty ones are
///                     left out
/// @return true when all was well
bool check_call_without_launch(const std::string& title, const std::function<cudaError_t()>& call,
                               cudaError_t wanted,
                               const std::function<std::vector<std::string>()>& problems);

/// @brief A launch that the device refuses must come back as an error of the function. Reports when
///        it does not.
/// @param[in] call calls the function on the given stream
/// @return true when all was well
bool check_launch_error_is_returned(const std::string& name,
                                    const std::function<cudaError_t(cudaStream_t)>& call);

}  // namespace workshop::checks
