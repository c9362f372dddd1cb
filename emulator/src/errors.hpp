// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The error state of the CPU device: the last error of a host thread, and the sticky error
///        that a faulty kernel leaves behind.

#include <driver_types.h>

namespace workshop::emulator {

/// @brief Stores an error as the calling thread's last error, unless it is cudaSuccess.
/// @param[in] error what a runtime function is about to return
/// @return error, so that a function can end with `return record_error(...)`
cudaError_t record_error(cudaError_t error);

/// @brief Notes that a kernel failed while it ran. The error is sticky, as on a GPU: it surfaces at
///        the next call that touches the device, and every such call after that returns it too.
/// @param[in] error the first failure wins; later ones are ignored until cudaDeviceReset().
///                  cudaGetLastError() clears what a call has returned, as on a GPU; the next call
///                  returns it again
void set_asynchronous_error(cudaError_t error);

/// @brief The failure of an earlier kernel, or cudaSuccess.
cudaError_t sticky_error();

/// @brief What a function that touches the device does first: surfaces the failure of an earlier
///        kernel, and refuses calls from inside a host function of a stream.
/// @return cudaSuccess when the function may go on; otherwise the error that it must return, which
///         is recorded already
cudaError_t enter_device_call();

/// @brief Ends the sticky state (cudaDeviceReset).
void clear_asynchronous_error();

/// @brief While one lives, the calling thread runs a host function of a stream, which must not call
///        the runtime: such calls return cudaErrorNotPermitted.
class HostFunctionScope {
  public:
    HostFunctionScope();
    ~HostFunctionScope();
    HostFunctionScope(const HostFunctionScope&) = delete;
    HostFunctionScope& operator=(const HostFunctionScope&) = delete;
};

}  // namespace workshop::emulator
