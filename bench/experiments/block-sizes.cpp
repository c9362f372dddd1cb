// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The simplest kernel with blocks of 32 to 1024 threads, on a small vector and on a large one.
#include <cmath>

#include "bench.hpp"
#include "vector_add.hpp"

namespace {

using namespace workshop;

/// A matrix of rows x 2 is read as `rows` elements of x, then `rows` of y.
bench::BenchCase vector_add_case(int threads) {
    bench::BenchCase one;
    one.function.name = "vector_add_" + std::to_string(threads);
    one.function.has_block_size = false;
    one.function.output_cols = 1;
    one.fixed_cols = 2;
    one.function.call = [threads](const checks::Arguments& a) {
        return bench::vector_add(a.rows, a.x, a.x + a.rows, a.y, threads, a.stream);
    };
    one.function.oracle = [](const checks::HostMatrix& x, int) {
        checks::Expected expected(x.rows, 1);
        for (std::int64_t i = 0; i < x.rows; ++i) {
            const auto at = static_cast<std::size_t>(i);
            const double sum =
                double{x.values[at]} + double{x.values[at + static_cast<std::size_t>(x.rows)]};
            expected.set(i, 0, sum, std::fabs(sum) * std::ldexp(1.0, -24));
        }
        return expected;
    };
    return one;
}

}  // namespace

int main(int count, char** arguments) {
    std::vector<bench::BenchCase> cases;
    for (const int threads : {32, 64, 96, 128, 192, 256, 384, 512, 768, 1024})
        cases.push_back(vector_add_case(threads));
    return bench::run_benchmarks(count, arguments, cases);
}
