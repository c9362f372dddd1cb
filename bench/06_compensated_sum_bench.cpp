// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// Lesson 6: what the compensation costs. Beside each function stands the plain one of lesson 2 (its
// solution), which reads and writes the same bytes and has the same blocks and barriers.

#include "workshop/06_compensated_sum.hpp"

#include "bench.hpp"
#include "support/compensated_bounds.hpp"
#include "support/compensated_sum_suite.hpp"
#include "support/lesson_numerics.hpp"
#include "support/oracle.hpp"
#include "workshop/02_block_reduction.hpp"

namespace {

using namespace workshop;
using checks::Arguments;
using checks::Expected;
using checks::HostMatrix;
using checks::longest_chain;

using RowSum = cudaError_t (*)(std::int64_t, std::int64_t, const float*, std::int64_t, float*, int,
                               cudaStream_t);
using Softmax = cudaError_t (*)(std::int64_t, std::int64_t, const float*, std::int64_t, float*,
                                std::int64_t, int, cudaStream_t);
using Oracle = Expected (*)(const HostMatrix& x, int threads);

bench::BenchCase row_sum_case(const char* name, RowSum function, Oracle oracle) {
    bench::BenchCase one;
    one.function.name = name;
    one.function.output_cols = 1;
    one.function.call = [function](const Arguments& a) {
        return function(a.rows, a.cols, a.x, a.ldx, a.y, a.threads_per_block, a.stream);
    };
    one.function.oracle = oracle;
    return one;
}

bench::BenchCase softmax_case(const char* name, Softmax function, Oracle oracle) {
    bench::BenchCase one;
    one.function.name = name;
    one.function.call = [function](const Arguments& a) {
        return function(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.threads_per_block, a.stream);
    };
    one.function.oracle = oracle;
    return one;
}

Expected plain_sum_oracle(const HostMatrix& x, int threads) {
    return checks::row_sum_oracle(x, longest_chain(x.cols, threads));
}
Expected plain_softmax_oracle(const HostMatrix& x, int threads) {
    return checks::softmax_oracle(x, checks::block_numerics(x.cols, threads));
}
Expected compensated_softmax_oracle(const HostMatrix& x, int threads) {
    return checks::softmax_oracle(x, checks::compensated_numerics(x.cols, threads));
}

}  // namespace

int main(int count, char** arguments) {
    return workshop::bench::run_benchmarks(
        count, arguments,
        {row_sum_case("row_sum_shuffle", workshop::row_sum_shuffle, plain_sum_oracle),
         row_sum_case("row_sum_compensated", workshop::row_sum_compensated,
                      checks::compensated_sum_oracle),
         softmax_case("block_softmax", workshop::block_softmax, plain_softmax_oracle),
         softmax_case("compensated_softmax", workshop::compensated_softmax,
                      compensated_softmax_oracle)});
}
