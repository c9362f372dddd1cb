// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Operations on 16-bit numbers, called in a kernel, one thread an element. Numbers travel as bits.

#include <cuda_runtime.h>

#include <vector>

using Bits = unsigned short;

enum class Format { half, bfloat16 };
enum class Direction { nearest, zero, up, down };
enum class HalfOperation {
    add,
    subtract,
    multiply,
    divide,
    fma,
    fma_relu,
    maximum,
    minimum,
    maximum_nan,
    negate,
    absolute,
    add_saturated,
    exponential,
    square_root,
    operators,
    pair_fma,
    compare
};

std::vector<float> widen_all(Format format, const std::vector<Bits>& bits);
std::vector<Bits> narrow_all(Format format, const std::vector<float>& values, Direction direction);
std::vector<Bits> narrow_doubles(Format format, const std::vector<double>& values);

/// Applies an operation to triples (a, b, c); what an operation does not need is ignored.
/// compare gives bit 0 ==, 1 !=, 2 <, 3 <=, 4 >, 5 >=, 6 __hneu, 7 __hequ.
std::vector<Bits> apply(Format format, HalfOperation operation, const std::vector<Bits>& a,
                        const std::vector<Bits>& b, const std::vector<Bits>& c);

/// Adds 1 to two counters, as single numbers and as a pair, from 64 threads: three sums.
std::vector<Bits> add_atomically(Format format);

/// Each of 32 threads holds its lane; what __shfl_xor_sync(.., 5) gives, as a number and in a pair.
std::vector<Bits> shuffle_lanes(Format format);
