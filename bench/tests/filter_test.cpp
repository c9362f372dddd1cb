// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0

// How many benchmarks a filter leaves.

#include "filter.hpp"

#include <gtest/gtest.h>

namespace {

using workshop::bench::passes_filter;

TEST(Filter, AsGoogleBenchmarkReadsIt) {
    const std::string name = "block_softmax/64x128/cold/manual_time";
    EXPECT_TRUE(passes_filter(name, ""));
    EXPECT_TRUE(passes_filter(name, "all"));
    EXPECT_TRUE(passes_filter(name, "softmax/.*cold"));
    EXPECT_TRUE(passes_filter(name, "warm|cold"));
    EXPECT_FALSE(passes_filter(name, "^softmax"));
    EXPECT_FALSE(passes_filter(name, "-cold"));
    EXPECT_TRUE(passes_filter(name, "-warm"));
    EXPECT_TRUE(passes_filter(name, "("));  // no regular expression at all
}

}  // namespace
