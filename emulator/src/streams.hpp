// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Streams of the CPU device. Work runs at once, in the order of the calls: one legal
///        order of many. A stream is therefore a handle that is checked, and nothing more.

#include <driver_types.h>

#include <cstddef>

namespace workshop::emulator {

/// @brief Checks a stream handle: null, cudaStreamLegacy, cudaStreamPerThread, or a live stream.
///        Reports and records the error otherwise.
/// @param[in] function name of the runtime function, for the message
/// @return cudaSuccess or cudaErrorInvalidResourceHandle
cudaError_t check_stream(const char* function, cudaStream_t stream);

/// @brief Destroys every stream (cudaDeviceReset).
void destroy_all_streams();

/// @brief How many streams and events were created and not destroyed.
std::size_t live_streams();
std::size_t live_events();

/// @brief Destroys every event (cudaDeviceReset).
void destroy_all_events();

}  // namespace workshop::emulator
