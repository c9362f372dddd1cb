// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief threadIdx and its kin: variables, as in CUDA.
///
/// The scheduler writes them when it switches to another thread. Each is constant for a thread, so
/// a copy that the compiler keeps is never wrong. They are variables and not macros so that members
/// and parameters of the same name stay legal and a debugger can print them.

#include <vector_types.h>

extern const uint3 threadIdx;  ///< place of the thread in its block
extern const uint3 blockIdx;   ///< place of the block in the grid
extern const dim3 blockDim;    ///< threads of a block in each direction
extern const dim3 gridDim;     ///< blocks of the grid in each direction
extern const int warpSize;     ///< 32
