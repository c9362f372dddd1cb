// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// What the L2 cache gives: the same launches on a ring larger than the cache (cold) and on one pair
// of buffers (warm), from sizes that fit to sizes that do not. The copy runs beside them by itself.
#include "softmax_cases.hpp"

int main(int count, char** arguments) {
    using namespace workshop::bench;
    return run_benchmarks(count, arguments, {block_softmax_case(), register_softmax_case()});
}
