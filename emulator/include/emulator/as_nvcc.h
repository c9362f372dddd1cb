// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Comes first in a .cu file that was written for nvcc and is compiled as it stands: what
///        nvcc defines and includes by itself.
///
/// __CUDA_ARCH__ is not defined: each function is compiled once, for host and device together, and
/// the branch of the host is the one that exists here.

#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#define __CUDACC_VER_BUILD__ 0

#include <cuda_runtime.h>

// nvcc's own headers bring these along, and many programs rely on it.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <cstdlib>
#include <utility>
