// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Comes first in each .cu file that clangd reads: what a kernel may call.
///
/// The CPU device and the standard library declare plain functions, and clang would let no kernel
/// call those. Between the two pragmas every function counts as one for host and device.

// clang has own versions of some headers, which declare more for the device: with these words.
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))

#pragma clang force_cuda_host_device begin
#include <malloc.h>
#include <cstddef>
#pragma clang force_cuda_host_device end

// The operators of this one stay the host's: clang has others for the device.
#include <new>

#pragma clang force_cuda_host_device begin

#include <algorithm>
#include <cassert>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <math_constants.h>

#pragma clang force_cuda_host_device end
