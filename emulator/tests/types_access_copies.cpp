// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "types_access_copies.hpp"

#include <emulator/qualifiers.h>

void copy_float4(float4* to, const float4* from) {
    *to = *from;
}

void add_to_float4(float4* to, const float4* from) {
    float4 value = *from;
    value.x += 1.0F;
    value.w += 2.0F;
    *to = value;
}

void copy_float2(float2* to, const float2* from) {
    const float2 value = from[0];
    to[0] = value;
}

void copy_char4(char4* to, const char4* from) {
    *to = *from;
}

void copy_double4(double4* to, const double4* from) {
    *to = *from;
}

void copy_float3(float3* to, const float3* from) {
    const float3 value = *from;
    *to = value;
}

// Neither guard nor constructor: an array of vectors is as plain as one of floats.
void copy_through_shared(float4* to, const float4* from) {
    __shared__ float4 tile[4];
    float4* volatile place = tile;
    place[2] = *from;
    *to = place[2];
}
