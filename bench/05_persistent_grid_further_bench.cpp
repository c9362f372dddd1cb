// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// One step further than lesson 5, beside the lesson's own function.

#include "bench.hpp"
#include "peers.hpp"
#include "support/lesson_numerics.hpp"
#include "support/oracle.hpp"
#include "workshop/05_persistent_grid.hpp"
#include "workshop/05_persistent_grid_further.hpp"

namespace {

using namespace workshop;
using checks::Arguments;
using Numerics = checks::SoftmaxNumerics (*)(std::int64_t cols, int threads_per_block);

bench::BenchCase softmax_case(const char* name,
                              const std::function<cudaError_t(const Arguments&)>& call,
                              Numerics numerics) {
    bench::BenchCase one;
    one.function.name = name;
    one.function.has_block_size = false;
    one.function.call = call;
    one.function.oracle = [numerics](const checks::HostMatrix& x, int threads) {
        return checks::softmax_oracle(x, numerics(x.cols, threads));
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
        {softmax_case("persistent_softmax", persistent, checks::persistent_numerics),
         softmax_case("softmax_in_registers", in_registers, checks::register_numerics)});
}
