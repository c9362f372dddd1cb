// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// Lesson 4: the softmax with two reads and accesses of 16 bytes.

#include "workshop/04_vector_loads.hpp"

#include "bench.hpp"
#include "peers.hpp"
#include "support/lesson_numerics.hpp"
#include "support/oracle.hpp"

namespace {

using namespace workshop;

bench::BenchCase softmax_case() {
    bench::BenchCase one;
    one.function.name = "vector_softmax";
    one.function.call = [](const checks::Arguments& a) {
        return vector_softmax(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.threads_per_block,
                              a.stream);
    };
    one.function.oracle = [](const checks::HostMatrix& x, int threads) {
        return checks::softmax_oracle(x, checks::vector_numerics(x.cols, threads));
    };
    return one;
}

}  // namespace

int main(int count, char** arguments) {
    return workshop::bench::run_benchmarks_beside({workshop::bench::softmax_peers()}, count,
                                                  arguments, {softmax_case()});
}
