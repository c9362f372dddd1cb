// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief What cudaFuncSetAttribute() and its kin remember about a kernel.

#include <cstddef>

namespace workshop::emulator {

/// @brief The attributes of one kernel.
struct KernelAttributes {
    std::size_t max_dynamic_shared_bytes;  ///< launches that ask for more are refused
    int preferred_shared_carveout = -1;    ///< percent of the shared memory, -1: no preference
    int registers_per_thread;              ///< assumed: a CPU cannot know what nvcc would choose
};

/// @brief The attributes of a kernel, made with the defaults of the device at the first call. Safe
///        to call from several threads; the reference stays valid.
/// @param[in] kernel address of the __global__ function
KernelAttributes& kernel_attributes(const void* kernel);

/// @brief Registers that a kernel is assumed to use when nothing better is known:
///        WORKSHOP_REGISTERS_PER_THREAD, 32 when it is not set.
int assumed_registers_per_thread();

}  // namespace workshop::emulator
