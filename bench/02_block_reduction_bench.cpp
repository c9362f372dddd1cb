// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// Lesson 2: the two reductions beside each other, and the softmax built on them.

#include "workshop/02_block_reduction.hpp"

#include "bench.hpp"
#include "peers.hpp"
#include "support/lesson_numerics.hpp"
#include "support/oracle.hpp"

namespace {

using namespace workshop;
using checks::Arguments;
using checks::HostMatrix;
using checks::longest_chain;

using RowSum = cudaError_t (*)(std::int64_t, std::int64_t, const float*, std::int64_t, float*, int,
                               cudaStream_t);

bench::BenchCase row_sum_case(const char* name, RowSum function) {
    bench::BenchCase one;
    one.function.name = name;
    one.function.output_cols = 1;
    one.function.call = [function](const Arguments& a) {
        return function(a.rows, a.cols, a.x, a.ldx, a.y, a.threads_per_block, a.stream);
    };
    one.function.oracle = [](const HostMatrix& x, int threads) {
        return checks::row_sum_oracle(x, longest_chain(x.cols, threads));
    };
    return one;
}

bench::BenchCase softmax_case() {
    bench::BenchCase one;
    one.function.name = "block_softmax";
    one.function.call = [](const Arguments& a) {
        return block_softmax(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.threads_per_block, a.stream);
    };
    one.function.oracle = [](const HostMatrix& x, int threads) {
        return checks::softmax_oracle(x, checks::block_numerics(x.cols, threads));
    };
    return one;
}

}  // namespace

int main(int count, char** arguments) {
    return workshop::bench::run_benchmarks_beside(
        {workshop::bench::row_sum_peers(), workshop::bench::softmax_peers()}, count, arguments,
        {row_sum_case("row_sum_tree", workshop::row_sum_tree),
         row_sum_case("row_sum_shuffle", workshop::row_sum_shuffle), softmax_case()});
}
