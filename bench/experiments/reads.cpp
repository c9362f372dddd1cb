// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Three reads of each element, two, and one: what they cost across widths, cold and warm.
#include "softmax_cases.hpp"

int main(int count, char** arguments) {
    using namespace workshop::bench;
    return run_benchmarks(count, arguments,
                          {block_softmax_case(), online_softmax_case(), vector_softmax_case(),
                           persistent_softmax_case(), register_softmax_case()});
}
