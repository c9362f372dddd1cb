// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// @brief The softmax functions of the lessons as functions with bounds, for programs that run them
///        beside each other: benchmarks, experiments and the demo.

#include "function_under_test.hpp"
#include "lesson_numerics.hpp"
#include "oracle.hpp"

namespace workshop::checks {

/// @brief A softmax whose caller chooses the threads of a block.
using WithBlockSize = cudaError_t (*)(std::int64_t, std::int64_t, const float*, std::int64_t,
                                      float*, std::int64_t, int, cudaStream_t);
/// @brief One that chooses them itself.
using OwnBlockSize = cudaError_t (*)(std::int64_t, std::int64_t, const float*, std::int64_t, float*,
                                     std::int64_t, cudaStream_t);
/// @brief What a contract promises, for a launch with this many threads in a block.
using Numerics = SoftmaxNumerics (*)(std::int64_t cols, int threads_per_block);

/// @brief A softmax by its name and its bounds; what to call is left open.
inline FunctionUnderTest named_softmax(const char* name, Numerics numerics) {
    FunctionUnderTest softmax;
    softmax.name = name;
    softmax.oracle = [numerics](const HostMatrix& x, int threads) {
        return softmax_oracle(x, numerics(x.cols, threads));
    };
    return softmax;
}

/// @brief With what is called.
inline FunctionUnderTest softmax_function(const char* name, WithBlockSize function,
                                          Numerics numerics) {
    FunctionUnderTest softmax = named_softmax(name, numerics);
    softmax.call = [function](const Arguments& a) {
        return function(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.threads_per_block, a.stream);
    };
    return softmax;
}

/// @overload
inline FunctionUnderTest softmax_function(const char* name, OwnBlockSize function,
                                          Numerics numerics) {
    FunctionUnderTest softmax = named_softmax(name, numerics);
    softmax.has_block_size = false;
    softmax.call = [function](const Arguments& a) {
        return function(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.stream);
    };
    return softmax;
}

}  // namespace workshop::checks
