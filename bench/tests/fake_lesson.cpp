// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// A benchmark program with a function that works, one that stops to work after some calls, and a
// library that never works. The tests look at what the program says and at its exit code.

#include "bench.hpp"

namespace {

using namespace workshop;

bench::BenchCase copy_that_works(const char* name, const std::function<bool(int call)>& works) {
    bench::BenchCase one = bench::copy_case();
    one.function.name = name;
    one.function.call = [works, copy = one.function.call,
                         calls = 0](const checks::Arguments& a) mutable {
        return works(calls++) ? copy(a) : cudaSuccess;
    };
    return one;
}

}  // namespace

int main(int count, char** arguments) {
    std::vector<bench::BenchCase> cases{
        copy_that_works("honest", [](int) { return true; }),
        copy_that_works("skipping", [](int call) { return call < 50; }),
        copy_that_works("library", [](int) { return false; }),
    };
    cases.back().is_peer = true;
    return bench::run_benchmarks(count, arguments, cases, {{8, 8}}, {"some library: not there"});
}
