// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The words that CUDA adds to C++, for an editor: clangd reads CUDA by itself, launches
/// too.
///
/// No build uses this folder. compile_flags.txt puts it in front of emulator/include, so that
/// clangd knows what runs where, while everything else is declared as the CPU device declares it.

#include_next <emulator/qualifiers.h>

#undef __global__
#define __global__ __attribute__((global))
#undef __device__
#define __device__ __attribute__((host)) __attribute__((device))
#undef __host__
#define __host__ __attribute__((host))
#undef __shared__
#define __shared__ __attribute__((shared))
#undef __launch_bounds__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))

#include <driver_types.h>

#include <cstddef>

/// @brief What clang calls for the part of a launch between <<< and >>>.
unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block,
                                         std::size_t dynamic_shared_bytes = 0,
                                         cudaStream_t stream = nullptr);
