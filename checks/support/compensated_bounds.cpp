// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "compensated_bounds.hpp"

#include <algorithm>
#include <cmath>

namespace workshop::checks {

CompensatedChains compensated_chains(std::int64_t cols, std::int64_t threads) {
    const std::int64_t share = (cols + threads - 1) / threads;
    const std::int64_t run = std::min(share, kCompensatedRun);
    const std::int64_t runs = (share + kCompensatedRun - 1) / kCompensatedRun;
    const std::int64_t levels = longest_chain(0, threads);
    return {run + runs + levels, run + 2 * runs + 2 * levels};
}

double compensated_sum_bound(double exact, double sum_of_magnitudes, CompensatedChains chains) {
    const double lost_twice = sum_of_magnitudes *
                              relative_error(static_cast<double>(chains.additions)) *
                              relative_error(static_cast<double>(chains.compensations));
    return (std::abs(exact) + lost_twice) * relative_error(1.0) + lost_twice + kSmallestNormal;
}

SoftmaxNumerics compensated_numerics(std::int64_t cols, int threads) {
    const CompensatedChains chains = compensated_chains(cols, threads);
    const double lost_twice = relative_error(static_cast<double>(chains.additions)) *
                              relative_error(static_cast<double>(chains.compensations));
    return {1 + static_cast<std::int64_t>(std::ceil(lost_twice / kUnitRoundoff)), 0};
}

}  // namespace workshop::checks
