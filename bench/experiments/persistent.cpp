// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// A persistent grid (lesson 5) against one block a row (lesson 4, and the kernel one step further):
// for few rows and many, narrow and wide.
#include "softmax_cases.hpp"

int main(int count, char** arguments) {
    using namespace workshop::bench;
    return run_benchmarks(
        count, arguments,
        {vector_softmax_case(), persistent_softmax_case(), register_softmax_case()});
}
