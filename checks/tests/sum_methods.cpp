// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "sum_methods.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace workshop::checks {

namespace {

struct Pair {
    float sum = 0.0F;
    float compensation = 0.0F;
};

Pair add(Pair pair, float value) {
    const float sum = pair.sum + value;
    const bool sum_is_larger = std::abs(pair.sum) >= std::abs(value);
    const float larger = sum_is_larger ? pair.sum : value;
    const float smaller = sum_is_larger ? value : pair.sum;
    return {sum, pair.compensation + ((larger - sum) + smaller)};
}

Pair merge(Pair a, Pair b) {
    Pair merged = add(a, b.sum);
    merged.compensation += b.compensation;
    return merged;
}

float value_of(Pair pair) {
    return std::isfinite(pair.sum) ? pair.sum + pair.compensation : pair.sum;
}

float pairwise(const float* x, std::size_t count) {
    if (count <= 8) {
        float sum = 0.0F;
        for (std::size_t i = 0; i < count; ++i)
            sum += x[i];
        return sum;
    }
    return pairwise(x, count / 2) + pairwise(x + count / 2, count - count / 2);
}

Pair merge_warp(std::vector<Pair> pairs) {
    for (std::size_t offset = 16; offset > 0; offset /= 2) {
        for (std::size_t lane = 0; lane + offset < pairs.size(); ++lane)
            pairs[lane] = merge(pairs[lane], pairs[lane + offset]);
    }
    return pairs.front();
}

}  // namespace

float serial_sum(const std::vector<float>& x) {
    float sum = 0.0F;
    for (const float value : x)
        sum += value;
    return sum;
}

float pairwise_sum(const std::vector<float>& x) {
    return pairwise(x.data(), x.size());
}

float kahan_sum(const std::vector<float>& x) {
    float sum = 0.0F;
    float excess = 0.0F;  // what the sum has too much
    for (const float value : x) {
        const float corrected = value - excess;
        const float next = sum + corrected;
        excess = (next - sum) - corrected;
        sum = next;
    }
    return sum;
}

float merged_sum(const float* x, std::int64_t count, int threads) {
    constexpr std::int64_t kRun = 4096;
    std::vector<Pair> of_thread(static_cast<std::size_t>(threads));
    for (int thread = 0; thread < threads; ++thread) {
        Pair& total = of_thread[static_cast<std::size_t>(thread)];
        for (std::int64_t first = 0; first < count; first += kRun * threads) {
            const std::int64_t end = std::min(count, first + kRun * threads);
            Pair run;
            for (std::int64_t i = first + thread; i < end; i += threads)
                run = add(run, x[i]);
            total = merge(total, run);
        }
    }
    std::vector<Pair> of_warp;
    for (std::int64_t first = 0; first < threads; first += 32) {
        const std::int64_t last = std::min<std::int64_t>(first + 32, threads);
        of_warp.push_back(merge_warp({of_thread.begin() + first, of_thread.begin() + last}));
    }
    return value_of(merge_warp(of_warp));
}

float double_sum(const std::vector<float>& x) {
    double sum = 0.0;
    for (const float value : x)
        sum += value;
    return static_cast<float>(sum);
}

}  // namespace workshop::checks
