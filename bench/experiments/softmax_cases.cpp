// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "softmax_cases.hpp"

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
using Chain = std::function<std::int64_t(std::int64_t cols, int threads)>;

/// @param[in] chain additions in a row, at most: the bound of the result. One for all functions is
///            enough here, and a little wider than what the checks of each lesson ask for.
BenchCase softmax_case(const char* name, const Call& call, const Chain& chain) {
    BenchCase one;
    one.function.name = name;
    one.function.call = call;
    one.function.oracle = [chain](const HostMatrix& x, int threads) {
        const std::int64_t length = chain(x.cols, threads);
        return checks::softmax_oracle(x, {.additions = length, .rescales = length});
    };
    return one;
}

using WithBlockSize = cudaError_t (*)(std::int64_t, std::int64_t, const float*, std::int64_t,
                                      float*, std::int64_t, int, cudaStream_t);
using OwnBlockSize = cudaError_t (*)(std::int64_t, std::int64_t, const float*, std::int64_t, float*,
                                     std::int64_t, cudaStream_t);

/// A function whose caller chooses the threads of a block.
BenchCase softmax_case(const char* name, WithBlockSize function) {
    return softmax_case(
        name,
        [function](const Arguments& a) {
            return function(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.threads_per_block, a.stream);
        },
        [](std::int64_t cols, int threads) { return checks::longest_chain(cols, threads) + 8; });
}

/// A function that chooses them itself.
BenchCase softmax_case(const char* name, OwnBlockSize function) {
    return softmax_case(
        name,
        [function](const Arguments& a) {
            return function(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.stream);
        },
        [](std::int64_t cols, int) { return cols / 1024 + 64; });
}

}  // namespace

BenchCase block_softmax_case() {
    return softmax_case("block_softmax", block_softmax);
}

BenchCase online_softmax_case() {
    return softmax_case("online_softmax", online_softmax);
}

BenchCase vector_softmax_case() {
    return softmax_case("vector_softmax", vector_softmax);
}

BenchCase persistent_softmax_case() {
    return softmax_case("persistent_softmax", persistent_softmax);
}

BenchCase register_softmax_case() {
    return softmax_case("softmax_in_registers", softmax_in_registers);
}

}  // namespace workshop::bench
