// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Comes first in a .cu file that was written for nvcc and is compiled as it stands: what
///        nvcc defines and includes by itself.
///
/// Each function is compiled once, for host and device together. It is the device's branch that is
/// taken where a source asks for __CUDA_ARCH__: many kernels are empty without it.

#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#define __CUDACC_VER_BUILD__ 0
// Independent threads in a warp, but no features that need inline PTX. -D__CUDA_ARCH__=800 asks for
// another one.
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 700
#endif

#include <cuda_runtime.h>

// Programs pass such functions as arguments. g++ refuses to do so with one that it must inline.
#undef __forceinline__
#define __forceinline__ inline

// nvcc's own headers bring these along, and many programs rely on it.
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <cstdlib>
#include <utility>
