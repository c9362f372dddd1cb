// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Copies of vector types, compiled with a call before every access.

#include <vector_types.h>

void copy_float4(float4* to, const float4* from);
void add_to_float4(float4* to, const float4* from);
void copy_float2(float2* to, const float2* from);
void copy_char4(char4* to, const char4* from);
void copy_double4(double4* to, const double4* from);
void copy_float3(float3* to, const float3* from);
void copy_through_shared(float4* to, const float4* from);
