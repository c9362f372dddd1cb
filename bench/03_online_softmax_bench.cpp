// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// Lesson 3: one pass for maximum and sum, the merge alone, and the softmax with two reads.

#include "workshop/03_online_softmax.hpp"

#include <algorithm>
#include <cmath>

#include "bench.hpp"
#include "peers.hpp"
#include "support/inputs.hpp"
#include "support/lesson_numerics.hpp"
#include "support/oracle.hpp"

namespace {

using namespace workshop;
using checks::Arguments;
using checks::Expected;
using checks::HostMatrix;

// A matrix of rows x 4 is read as `rows` first pairs, then `rows` second pairs.
const MaxSum* first_pairs(const float* x) {
    return reinterpret_cast<const MaxSum*>(x);
}

Expected merge_oracle(const HostMatrix& x, int) {
    Expected expected(x.rows, 2);
    const MaxSum* pairs = first_pairs(x.values.data());
    for (std::int64_t r = 0; r < x.rows; ++r) {
        const MaxSum a = pairs[r];
        const MaxSum b = pairs[x.rows + r];
        const double max = std::max(a.max, b.max);
        const double sum = a.sum * std::exp(a.max - max) + b.sum * std::exp(b.max - max);
        // One addition and one rescale of terms that are not negative.
        const double shift = std::fabs(double{a.max} - double{b.max});
        expected.set(r, 0, max, 0.0);
        expected.set(r, 1, sum, checks::softmax_bound(sum, shift, 0.0, {1, 1}));
    }
    return expected;
}

bench::BenchCase merge_case() {
    bench::BenchCase one;
    one.function.name = "merge_max_sum_pairs";
    one.function.output_cols = 2;
    one.function.has_block_size = false;
    one.fixed_cols = 4;
    one.input = [](std::int64_t rows, std::int64_t cols) {
        HostMatrix pairs = checks::normals(rows, cols, 3);
        for (float& value : pairs.values)
            value = std::fabs(value);  // sums are not negative
        return pairs;
    };
    one.function.call = [](const Arguments& a) {
        return merge_max_sum_pairs(a.rows, first_pairs(a.x), first_pairs(a.x) + a.rows,
                                   reinterpret_cast<MaxSum*>(a.y), a.stream);
    };
    one.function.oracle = merge_oracle;
    return one;
}

bench::BenchCase max_sum_case() {
    bench::BenchCase one;
    one.function.name = "row_max_sum";
    one.function.output_cols = 2;
    one.function.call = [](const Arguments& a) {
        return row_max_sum(a.rows, a.cols, a.x, a.ldx, reinterpret_cast<MaxSum*>(a.y),
                           a.threads_per_block, a.stream);
    };
    one.function.oracle = [](const HostMatrix& x, int threads) {
        return checks::max_sum_oracle(x, checks::online_numerics(x.cols, threads));
    };
    return one;
}

bench::BenchCase softmax_case() {
    bench::BenchCase one;
    one.function.name = "online_softmax";
    one.function.call = [](const Arguments& a) {
        return online_softmax(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.threads_per_block,
                              a.stream);
    };
    one.function.oracle = [](const HostMatrix& x, int threads) {
        return checks::softmax_oracle(x, checks::online_numerics(x.cols, threads));
    };
    return one;
}

}  // namespace

int main(int count, char** arguments) {
    return workshop::bench::run_benchmarks_beside({workshop::bench::softmax_peers()}, count,
                                                  arguments,
                                                  {max_sum_case(), merge_case(), softmax_case()});
}
