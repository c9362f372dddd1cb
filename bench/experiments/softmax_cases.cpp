// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "softmax_cases.hpp"

#include "support/lesson_numerics.hpp"
#include "support/oracle.hpp"
#include "workshop/02_block_reduction.hpp"
#include "workshop/03_online_softmax.hpp"
#include "workshop/04_vector_loads.hpp"
#include "workshop/05_persistent_grid.hpp"
#include "workshop/05_persistent_grid_further.hpp"

namespace workshop::bench {

namespace {

using checks::Arguments;
using checks::HostMatrix;
using Call = std::function<cudaError_t(const Arguments&)>;
using Numerics = checks::SoftmaxNumerics (*)(std::int64_t cols, int threads_per_block);

BenchCase softmax_case(const char* name, const Call& call, Numerics numerics) {
    BenchCase one;
    one.function.name = name;
    one.function.call = call;
    one.function.oracle = [numerics](const HostMatrix& x, int threads) {
        return checks::softmax_oracle(x, numerics(x.cols, threads));
    };
    return one;
}

using WithBlockSize = cudaError_t (*)(std::int64_t, std::int64_t, const float*, std::int64_t,
                                      float*, std::int64_t, int, cudaStream_t);
using OwnBlockSize = cudaError_t (*)(std::int64_t, std::int64_t, const float*, std::int64_t, float*,
                                     std::int64_t, cudaStream_t);

/// A function whose caller chooses the threads of a block.
BenchCase softmax_case(const char* name, WithBlockSize function, Numerics numerics) {
    return softmax_case(
        name,
        [function](const Arguments& a) {
            return function(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.threads_per_block, a.stream);
        },
        numerics);
}

/// A function that chooses them itself.
BenchCase softmax_case(const char* name, OwnBlockSize function, Numerics numerics) {
    return softmax_case(
        name,
        [function](const Arguments& a) {
            return function(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.stream);
        },
        numerics);
}

}  // namespace

BenchCase block_softmax_case() {
    return softmax_case("block_softmax", block_softmax, checks::block_numerics);
}

BenchCase online_softmax_case() {
    return softmax_case("online_softmax", online_softmax, checks::online_numerics);
}

BenchCase vector_softmax_case() {
    return softmax_case("vector_softmax", vector_softmax, checks::vector_numerics);
}

BenchCase persistent_softmax_case() {
    return softmax_case("persistent_softmax", persistent_softmax, checks::persistent_numerics);
}

BenchCase register_softmax_case() {
    return softmax_case("softmax_in_registers", softmax_in_registers, checks::register_numerics);
}

}  // namespace workshop::bench
