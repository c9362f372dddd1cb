// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
// Defines what builtin_variables.h declares const, so it must not include that header.
#include <vector_types.h>

uint3 threadIdx{};
uint3 blockIdx{};
dim3 blockDim;
dim3 gridDim;
extern const int warpSize;
const int warpSize = 32;
