// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief cudaLaunchKernelEx: a launch with attributes.

#include <emulator/launch.h>
#include <emulator/unsupported_api.h>

namespace workshop::emulator {

/// @brief Reads the attributes of a launch.
/// @param[in]  given         what the program asks for
/// @param[out] configuration the launch
/// @return cudaSuccess; cudaErrorInvalidValue without a configuration; cudaErrorNotSupported for
///         thread block clusters
cudaError_t read_launch_attributes(const cudaLaunchConfig_t* given,
                                   LaunchConfiguration& configuration);

}  // namespace workshop::emulator

/// @brief Launches a kernel with a configuration; arguments convert as in a call.
/// @param[in] given     sizes, stream and attributes: cooperative is honoured, priority and
///                      programmatic serialisation change nothing here, clusters are refused
/// @param[in] kernel    the kernel
/// @param[in] arguments its arguments
/// @return cudaSuccess, or why the launch was refused
template <typename... Parameters, typename... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* given, void (*kernel)(Parameters...),
                               Arguments&&... arguments) {
    workshop::emulator::LaunchConfiguration configuration;
    if (const cudaError_t error =
            workshop::emulator::read_launch_attributes(given, configuration)) {
        return error;
    }
    // A copy of each argument, of the type that the kernel takes.
    auto call = [kernel](Parameters... values) {
        return [=] { kernel(values...); };
    }(static_cast<Arguments&&>(arguments)...);
    return workshop::emulator::launch_kernel(
        configuration,
        {nullptr, "", 0, reinterpret_cast<const void*>(kernel),
         [](void* closure) { (*static_cast<decltype(call)*>(closure))(); }, &call, sizeof call});
}
