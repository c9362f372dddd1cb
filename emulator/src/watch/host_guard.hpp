// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Device memory cannot be touched by the host: outside kernels and the runtime's own copies
///        its pages are closed, and a host function that follows a device pointer gets a message
///        before it crashes, as it would crash beside a GPU.

namespace workshop::emulator::watch {

/// @brief While one lives, device memory is open. They may be nested, and live in several OS
///        threads.
class DeviceAccess {
  public:
    DeviceAccess();
    ~DeviceAccess();
    DeviceAccess(const DeviceAccess&) = delete;
    DeviceAccess& operator=(const DeviceAccess&) = delete;
};

/// @brief Managed memory was handed out or taken back. While there is any, nothing is closed,
///        because the host may use it.
void count_managed(int change);

}  // namespace workshop::emulator::watch
