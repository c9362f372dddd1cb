// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// One step further than lesson 5, beside the lesson's own function.

#include "bench.hpp"
#include "peers.hpp"
#include "support/oracle.hpp"
#include "workshop/05_persistent_grid.hpp"
#include "workshop/05_persistent_grid_further.hpp"

namespace {

using namespace workshop;
using checks::Arguments;

bench::BenchCase softmax_case(const char* name,
                              const std::function<cudaError_t(const Arguments&)>& call) {
    bench::BenchCase one;
    one.function.name = name;
    one.function.has_block_size = false;
    one.function.call = call;
    one.function.oracle = [](const checks::HostMatrix& x, int) {
        const std::int64_t chain = x.cols / 1024 + 64;  // what the contracts promise, or less
        return checks::softmax_oracle(x, {.additions = chain, .rescales = chain});
    };
    return one;
}

}  // namespace

int main(int count, char** arguments) {
    const auto persistent = [](const Arguments& a) {
        return persistent_softmax(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.stream);
    };
    const auto in_registers = [](const Arguments& a) {
        return softmax_in_registers(a.rows, a.cols, a.x, a.ldx, a.y, a.ldy, a.stream);
    };
    return workshop::bench::run_benchmarks_beside(
        {bench::softmax_peers()}, count, arguments,
        {softmax_case("persistent_softmax", persistent),
         softmax_case("softmax_in_registers", in_registers)});
}
