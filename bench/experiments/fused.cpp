// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// Softmax by four kernels, one array operation each, against one kernel that does all.
#include <memory>

#include "four_kernel_softmax.hpp"
#include "softmax_cases.hpp"
#include "workshop/device_memory.hpp"

namespace {

using namespace workshop;

/// The scratch memory belongs to the case, not to a call: nobody would ask for it in each call.
bench::BenchCase four_kernels() {
    constexpr std::size_t kMostRows = 1 << 16;
    const auto scratch = std::make_shared<DeviceFloats>(kMostRows);
    bench::BenchCase one = bench::block_softmax_case();
    one.function.name = "four_kernel_softmax";
    one.function.call = [scratch](const checks::Arguments& a) {
        if (a.rows > static_cast<std::int64_t>(kMostRows)) return cudaErrorInvalidValue;
        return bench::four_kernel_softmax(a.rows, a.cols, a.x, a.y, scratch->data(),
                                          a.threads_per_block, a.stream);
    };
    return one;
}

}  // namespace

int main(int count, char** arguments) {
    return bench::run_benchmarks(count, arguments,
                                 {four_kernels(), bench::block_softmax_case(),
                                  bench::online_softmax_case(), bench::register_softmax_case()});
}
