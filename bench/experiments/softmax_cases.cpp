// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "softmax_cases.hpp"

#include "support/softmax_function.hpp"
#include "workshop/02_block_reduction.hpp"
#include "workshop/03_online_softmax.hpp"
#include "workshop/04_vector_loads.hpp"
#include "workshop/05_persistent_grid.hpp"
#include "workshop/05_persistent_grid_further.hpp"

namespace workshop::bench {

namespace {

template <class Function>
BenchCase softmax_case(const char* name, Function function, checks::Numerics numerics) {
    BenchCase one;
    one.function = checks::softmax_function(name, function, numerics);
    return one;
}

}  // namespace

BenchCase block_softmax_case() {
    return softmax_case("block_softmax", block_softmax, checks::block_numerics);
}

BenchCase online_softmax_case() {
    return softmax_case("online_softmax", online_softmax, checks::online_numerics);
}

BenchCase vector_softmax_case() {
    return softmax_case("vector_softmax", vector_softmax, checks::vector_numerics);
}

BenchCase persistent_softmax_case() {
    return softmax_case("persistent_softmax", persistent_softmax, checks::persistent_numerics);
}

BenchCase register_softmax_case() {
    return softmax_case("softmax_in_registers", softmax_in_registers, checks::register_numerics);
}

}  // namespace workshop::bench
