// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// Lesson 5: a grid as large as the device, with rows that are read once.

#include "workshop/05_persistent_grid.hpp"

#include "bench.hpp"
#include "peers.hpp"
#include "support/lesson_numerics.hpp"
#include "support/oracle.hpp"

namespace {

using namespace workshop;

bench::BenchCase softmax_case() {
    bench::BenchCase one;
    one.function.name = "persistent_softmax";
    one.function.has_block_size = false;
    one.function.call = [](const checks::Arguments& a) {
        return persistent_softmax(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.stream);
    };
    one.function.oracle = [](const checks::HostMatrix& x, int threads) {
        return checks::softmax_oracle(x, checks::persistent_numerics(x.cols, threads));
    };
    return one;
}

}  // namespace

int main(int count, char** arguments) {
    return workshop::bench::run_benchmarks_beside({workshop::bench::softmax_peers()}, count,
                                                  arguments, {softmax_case()});
}
