// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Which variables of the program are __device__ or __constant__ ones. Here they are
/// ordinary
///        variables; on a GPU the host has another one of that name, of which no kernel knows.

#include <cstddef>
#include <optional>
#include <string>

namespace workshop::emulator {

/// @brief A variable that lies on the device.
struct DeviceVariable {
    std::string name;  ///< without namespace
    const char* kind;  ///< "__device__" or "__constant__"
    const char* address;
    std::size_t bytes;
};

/// @brief The __device__ or __constant__ variable that holds an address. A __constant__ one is
///        known by the tag in its symbol's name. A __device__ one leaves none, so its declaration
///        is looked for in a file: not in those that the file includes.
/// @param[in] file that uses the variable
std::optional<DeviceVariable> device_variable(const void* address, const std::string& file);

/// @brief Whether a source text declares a __device__ variable of a name, outside of comments.
bool declares_device_variable(const std::string& text, const std::string& name);

}  // namespace workshop::emulator
