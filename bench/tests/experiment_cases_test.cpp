// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// The bounds of the experiments are those of the lessons, worked out here from the contracts.

#include <gtest/gtest.h>

#include "softmax_cases.hpp"
#include "support/inputs.hpp"
#include "support/oracle.hpp"

namespace workshop::bench {
namespace {

/// @param[in] cols, threads of the launch; @param[in] numerics what the contract promises there
void expect_bounds(const BenchCase& one, std::int64_t cols, int threads,
                   checks::SoftmaxNumerics numerics) {
    const checks::HostMatrix x = checks::normals(3, cols, 5);
    const std::vector<double> wanted = checks::softmax_oracle(x, numerics).bounds;
    EXPECT_EQ(one.function.oracle(x, threads).bounds, wanted)
        << one.function.name << ", " << cols << " columns";
    // One rounding more gives other bounds, so that the comparison can fail.
    numerics.additions += 1;
    EXPECT_NE(checks::softmax_oracle(x, numerics).bounds, wanted);
}

TEST(ExperimentCases, HaveTheBoundsOfTheLessons) {
    // 1000 columns and 128 threads: 8 additions of a thread, then 7 levels of a tree.
    expect_bounds(block_softmax_case(), 1000, 128, {.additions = 15, .rescales = 0});
    expect_bounds(online_softmax_case(), 1000, 128, {.additions = 15, .rescales = 15});
    expect_bounds(vector_softmax_case(), 1000, 128, {.additions = 23, .rescales = 23});
    expect_bounds(persistent_softmax_case(), 5000, 128, {.additions = 68, .rescales = 68});
    expect_bounds(register_softmax_case(), 16384, 128, {.additions = 42, .rescales = 0});
    expect_bounds(register_softmax_case(), 16385, 128, {.additions = 80, .rescales = 80});
}

}  // namespace
}  // namespace workshop::bench
