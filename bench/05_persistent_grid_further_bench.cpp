// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// One step further than lesson 5, beside the lesson's own function.

#include "bench.hpp"
#include "peers.hpp"
#include "support/softmax_function.hpp"
#include "workshop/05_persistent_grid.hpp"
#include "workshop/05_persistent_grid_further.hpp"

namespace {

using namespace workshop;

bench::BenchCase softmax_case(const char* name, checks::OwnBlockSize function,
                              checks::Numerics numerics) {
    bench::BenchCase one;
    one.function = checks::softmax_function(name, function, numerics);
    return one;
}

}  // namespace

int main(int count, char** arguments) {
    return workshop::bench::run_benchmarks_beside(
        {bench::softmax_peers()}, count, arguments,
        {softmax_case("persistent_softmax", persistent_softmax, checks::persistent_numerics),
         softmax_case("softmax_in_registers", softmax_in_registers, checks::register_numerics)});
}
