// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief Included before a kernel file in a probe build: notes each call of expf. What a kernel
///        keeps in registers leaves no trace in memory, but this shows what it computes there.

#include <cuda_runtime.h>

#include <cmath>

namespace workshop::pictures {

/// @brief Keeps a call for exp_calls(). It allocates nothing: it is called inside kernels.
void note_exp(float argument, float result);

/// @brief expf, and the call is noted.
inline float noted_exp(float argument) {
    const float result = expf(argument);
    note_exp(argument, result);
    return result;
}

}  // namespace workshop::pictures

#define expf(argument) workshop::pictures::noted_exp(argument)
