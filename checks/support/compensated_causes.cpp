// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bounds.hpp"
#include "compensated_bounds.hpp"
#include "compensated_sum_suite.hpp"

namespace workshop::checks {

namespace {

constexpr std::int64_t kWarp = 32;

/// A tree of shuffles over 32 values or fewer.
float plain_warp_sum(std::vector<float> values) {
    for (std::size_t offset = 16; offset > 0; offset /= 2) {
        for (std::size_t lane = 0; lane + offset < values.size(); ++lane)
            values[lane] += values[lane + offset];
    }
    return values.empty() ? 0.0F : values.front();
}

/// A thread begins a new sum after `run` elements, and adds it to what it has.
float plain_sum_in_runs(const float* row, std::int64_t cols, int threads, std::int64_t run) {
    std::vector<float> shares(static_cast<std::size_t>(threads));
    std::vector<float> runs(shares.size());
    for (std::int64_t c = 0; c < cols; ++c) {
        const auto thread = static_cast<std::size_t>(c % threads);
        runs[thread] += row[c];
        if ((c / threads + 1) % run == 0 || c + threads >= cols) {
            shares[thread] += runs[thread];
            runs[thread] = 0.0F;
        }
    }
    std::vector<float> warps;
    for (std::int64_t first = 0; first < threads; first += kWarp) {
        const std::int64_t last = std::min<std::int64_t>(first + kWarp, threads);
        warps.push_back(plain_warp_sum({shares.begin() + first, shares.begin() + last}));
    }
    return plain_warp_sum(warps);
}

}  // namespace

float plain_sum(const float* row, std::int64_t cols, int threads) {
    return plain_sum_in_runs(row, cols, threads, cols);
}

std::string cause_of_sum(const HostMatrix& x, std::int64_t row, float got, int threads) {
    long double exact = 0.0L;
    long double magnitudes = 0.0L;
    for (std::int64_t c = 0; c < x.cols; ++c) {
        exact += x.at(row, c);
        magnitudes += std::abs(x.at(row, c));
    }
    if (std::isinf(exact) && std::isnan(got)) {
        return "inf - inf in what an addition lost is NaN. The sum itself is right: where it is an "
               "infinity, it is the result, without the compensation.";
    }
    if (std::isinf(exact) || std::isnan(exact) || std::isnan(got)) return "";
    if (got == plain_sum(x.row(row), x.cols, threads) ||
        got == plain_sum_in_runs(x.row(row), x.cols, threads, kCompensatedRun)) {
        return "This is the plain float32 sum, bit for bit. What the additions lost is computed as "
               "0, or lost on the way, or not added in the end.";
    }
    const double plain_bound =
        sum_bound(longest_chain(x.cols, threads), static_cast<double>(magnitudes));
    if (!(std::abs(static_cast<double>(got - exact)) <= 2.0 * plain_bound)) return "";
    const std::string long_share =
        x.cols > threads * kCompensatedRun
            ? "A thread's share is longer than a run of " + std::to_string(kCompensatedRun) +
                  " elements here: is one compensation used for all of it? See Runs. If not: "
            : "";
    return long_share +
           "The error is of the size that a plain float32 sum has: not all that the additions lose "
           "is counted, or not with the right sign. Where is the larger of the two told by "
           "fabsf? Do merge and shuffle keep both members? Does every addition of sums, also in "
           "merge, say what it lost?";
}

}  // namespace workshop::checks
