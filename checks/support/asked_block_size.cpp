// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "asked_block_size.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "call_effects.hpp"
#include "device.hpp"
#include "guarded_matrix.hpp"
#include "inputs.hpp"
#include "launch.hpp"

namespace workshop::checks {

namespace {

constexpr std::int64_t kRows = 2;
constexpr std::int64_t kCols = 1100;  // more than the largest block has threads

std::string threads_in_words(int threads) {
    return std::to_string(threads) + (threads == 1 ? " thread a block" : " threads a block");
}

}  // namespace

bool check_asked_block_sizes(const FunctionUnderTest& function) {
    if (!on_cpu_device()) return true;
    const HostMatrix data = normals(kRows, kCols, 1);
    const std::int64_t output_cols = function.output_columns(kCols);
    GuardedMatrix x("x", kRows, kCols, kCols, 0);
    GuardedMatrix y(function.output, kRows, output_cols, output_cols, 0);
    x.upload(data.values);
    LaunchFacts facts;
    facts.function = &function;
    facts.data = data.contents;
    for (const int threads : {1, 31, 33, 64, 100, 128, 256, 257, 512, 768, 1000, 1024}) {
        facts.arguments = {kRows, kCols, x.data(), kCols, y.data(), output_cols, threads, nullptr};
        y.upload_poison();
        const std::vector<int> sizes =
            launched_block_sizes([&] { return function.call(facts.arguments); });
        require(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
        if (sizes.empty() || std::count(sizes.begin(), sizes.end(), threads) > 0) continue;
        fail(describe_problem(
            facts,
            "The call asks for " + threads_in_words(threads) +
                ", and the kernel is launched with " + std::to_string(sizes.front()) + '.',
            "The launch has a number of its own, or a limit. The caller chooses the block size: "
            "the second argument between <<< and >>> is threads_per_block, as it came."));
        return false;
    }
    return true;
}

}  // namespace workshop::checks
