// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Small matrices: what a launch costs. Eager: launches one by one, with the time of the host in it,
// on cold buffers. Cold: the same launches as a graph. Warm: in a graph, always on the same
// buffers.
#include "softmax_cases.hpp"

int main(int count, char** arguments) {
    using namespace workshop::bench;
    return run_benchmarks(count, arguments,
                          {block_softmax_case(), online_softmax_case(), register_softmax_case()});
}
