// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Does the measuring itself report what is true? A kernel that takes 10 ms by the clock of the GPU;
// and the copy that runs beside every case, here of 1 GiB, which plain_copy.cpp times without
// anything of this. What the two say is compared by show.py. Needs a GPU: the CPU device has no
// such clock.
#include "bench.hpp"
#include "spin.hpp"

namespace {

using namespace workshop;

/// The large input makes a ring of few buffers, so that a turn of it takes no minutes.
bench::BenchCase spin_case() {
    constexpr std::int64_t kNanoseconds = 10'000'000;
    bench::BenchCase one;
    one.function.name = "spin_10_ms";
    one.function.has_block_size = false;
    one.function.output_cols = 1;
    one.function.call = [](const checks::Arguments& a) {
        return bench::spin(a.rows, a.x, a.ldx, a.y, kNanoseconds, a.stream);
    };
    one.function.oracle = [](const checks::HostMatrix& x, int) {
        checks::Expected expected(x.rows, 1);
        for (std::int64_t r = 0; r < x.rows; ++r)
            expected.set(r, 0, double{x.at(r, 0)}, 0.0);
        return expected;
    };
    one.bytes = [](std::int64_t rows, std::int64_t) {
        return 2.0 * sizeof(float) * static_cast<double>(rows);
    };
    return one;
}

}  // namespace

int main(int count, char** arguments) {
    return bench::run_benchmarks(count, arguments, {spin_case()}, {{16384, 16384}});
}
