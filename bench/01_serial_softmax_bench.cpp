// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// Lesson 1: how far one thread a row stays behind a copy.

#include "workshop/01_serial_softmax.hpp"

#include "bench.hpp"
#include "peers.hpp"
#include "support/lesson_numerics.hpp"
#include "support/oracle.hpp"

namespace {

using namespace workshop;
using checks::Arguments;
using checks::HostMatrix;

bench::BenchCase softmax_case() {
    bench::BenchCase one;
    one.function.name = "serial_softmax";
    one.function.has_block_size = false;
    one.function.call = [](const Arguments& a) {
        return serial_softmax(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.stream);
    };
    one.function.oracle = [](const HostMatrix& x, int threads) {
        return checks::softmax_oracle(x, checks::serial_numerics(x.cols, threads));
    };
    return one;
}

}  // namespace

int main(int count, char** arguments) {
    return workshop::bench::run_benchmarks_beside({workshop::bench::softmax_peers()}, count,
                                                  arguments, {softmax_case()});
}
