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

/// The sum of the elements that `count` says how often to take; and of what size the terms are.
struct Counted {
    double sum = 0.0;
    double magnitudes = 0.0;

    template <class Count>
    Counted(const HostMatrix& x, std::int64_t row, const Count& count) {
        for (std::int64_t c = 0; c < x.cols; ++c) {
            const double term = static_cast<double>(count(c)) * x.at(row, c);
            sum += term;
            magnitudes += std::abs(term);
        }
    }
    /// Whether the result is this sum, and that is no accident.
    bool is(float got, long double exact) const {
        constexpr double kSame = 1e-5;
        constexpr double kApart = 1e-3;
        return std::abs(got - sum) <= kSame * magnitudes &&
               std::abs(static_cast<double>(exact) - sum) > kApart * magnitudes;
    }
};

/// Elements that a thread takes too often, or that it takes instead of its own.
std::string cause_of_share(const HostMatrix& x, std::int64_t row, float got, int threads,
                           long double exact) {
    const std::int64_t run = threads * kCompensatedRun;  // columns
    const std::int64_t runs = (x.cols - 1) / run + 1;
    if (Counted(x, row, [&](std::int64_t c) { return runs - c / run; }).is(got, exact)) {
        return "What is in a run is in all later ones again: of the " + std::to_string(runs) +
               " runs, the first counts " + std::to_string(runs) +
               " times. A run begins with nothing, {0, 0}, in each round of the loop over runs, "
               "and its "
               "columns begin where the run does, not at the start of the row.";
    }
    if (threads == 1) return "";
    const std::string times = std::to_string(threads);
    if (Counted(x, row, [&](std::int64_t) { return threads; }).is(got, exact)) {
        return "The sum is " + times + " times too large, as many as there are threads: each " +
               "thread adds the whole row. Its share begins at threadIdx.x and goes on in steps of "
               "blockDim.x.";
    }
    const auto of_thread_0 = [&](std::int64_t c) { return c % threads == 0 ? threads : 0; };
    if (Counted(x, row, of_thread_0).is(got, exact)) {
        return "Each of the " + times +
               " threads adds the columns of thread 0. A share begins at threadIdx.x.";
    }
    return "";
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
    if (std::string share = cause_of_share(x, row, got, threads, exact); !share.empty())
        return share;
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
