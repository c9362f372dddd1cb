// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Variables and texts of the program whose address the host passes to a kernel. On a GPU
///        that is an address of the host, also where the variable is a __device__ one: only
///        cudaGetSymbolAddress() and kernels know its address on the device.

#include <cstddef>
#include <cstdint>

namespace workshop::emulator::watch {

/// @brief A launch begins: looks for such pointers among its arguments. What was asked for by
///        cudaGetSymbolAddress(), is managed or page-locked, or has come from a kernel is none.
void open_passed_variables();

/// @brief Whether an address lies in one that the current launch has got.
bool is_passed_variable(std::uintptr_t address);

/// @brief Whether the current launch has got any.
bool has_passed_variables();

/// @brief The host has copied memory from the device. Addresses of variables among it are those of
///        the device: a kernel has stored them.
void note_pointers_from_device(const void* copy, std::size_t bytes);

}  // namespace workshop::emulator::watch
